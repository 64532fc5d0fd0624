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
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(of: Slots.slot(of: keyPath, at: place.site), resolve: resolution, at: place)
  }

  init(
    of slot: TypedSlot<Value>,
    resolve resolution: DependencyResolution,
    at place: ReadSite.Place
  ) {
    if Rehearsal.isAnyRunning { Rehearsal.note(slot, at: place.site) }
    self.init(slot.path, resolve: resolution, at: place)
  }
}
