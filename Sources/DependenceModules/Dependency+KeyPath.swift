public import Dependence

extension Dependency {
  /// Reads a property of ``Dependencies``, of which a scope has one instance.
  public init(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let slot = Slots.slot(
      of: keyPath,
      at: SourceSite(fileID, filePath, line, column)
    )
    self.init(
      of: slot,
      resolve: resolution,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Reads a slot.
  init(
    of slot: TypedSlot<Value>,
    resolve resolution: DependencyResolution,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if Rehearsal.isAnyRunning {
      Rehearsal.note(
        slot,
        at: SourceSite(fileID, filePath, line, column)
      )
    }
    self.init(
      slot.path,
      resolve: resolution,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
