/// The values of a scope, lent to one read of a property: references to the scope are not counted, because the reader
/// has it bound, and counting would keep tasks waiting for each other that read from one scope.
///
/// It lies in memory as ``DependencyValues`` do, word by word, and whoever copies those counts as always.
@usableFromInline struct LentValues {
  private var head: UInt
  private var purpose = DependencyValues.Purpose.reading
  private var reader: Uncounted<ReadSite>?

  /// The values that are visible here; nil if somebody has to be asked.
  ///
  /// - Parameter reader: Who reads the property.
  @usableFromInline init?(to reader: Uncounted<ReadSite>) {
    guard let frame = Bound.known, frame.look({ $0.answersReads }) else { return nil }
    head = frame.address
    self.reader = reader
  }

  /// The value of a property, whose getter may copy the values and not keep them.
  @inlinable @inline(always) mutating func value<Value>(
    at path: any KeyPath<DependencyValues, Value> & Sendable
  ) -> Value {
    Self.read(path, from: &self)
  }

  @inlinable @inline(always) static func read<Value>(
    _ path: any KeyPath<DependencyValues, Value> & Sendable,
    from values: UnsafeRawPointer
  ) -> Value {
    values.assumingMemoryBound(to: DependencyValues.self).pointee[keyPath: path]
  }
}
