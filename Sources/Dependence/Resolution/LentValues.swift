/// What is visible in a scope, lent to one read of a property: references to the scope are not counted, because
/// whoever reads has it bound.
///
/// It lies in memory as ``DependencyValues`` do, and whoever copies those counts as always.
@usableFromInline struct LentValues {
  private var head: UInt
  private var purpose = DependencyValues.Purpose.reading
  private var reader: Unmanaged<ReadSite>?

  /// What is visible here, if that is the scope which is bound, or the defaults.
  ///
  /// - Parameter reader: Who reads the property.
  @usableFromInline init?(to reader: Unmanaged<ReadSite>) {
    let frame = Bound.current
    guard frame == 0 ? Outside.hasOnlyDefaults : Bound.answersReads(at: frame) else { return nil }
    head = frame
    self.reader = reader
  }

  /// Runs `body` with the values, which it may copy and not keep.
  @inlinable @inline(always) mutating func withValues<Result>(
    _ body: (UnsafePointer<DependencyValues>) -> Result
  ) -> Result {
    withUnsafePointer(to: &self) {
      body(UnsafeRawPointer($0).assumingMemoryBound(to: DependencyValues.self))
    }
  }
}
