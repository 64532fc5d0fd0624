extension Frame {
  /// The value that this scope gives a key, by an override or by what was prepared; nil if it is left
  /// to the default. Looking neither counts as a read nor computes or reports anything.
  package final func peek<Key: TestDependencyKey>(at key: Key.Type) -> Key.Value? {
    let record = KeyRecord.of(test: key)
    return override(of: record)?.value ?? root.cache.prepared(record)
  }
}
