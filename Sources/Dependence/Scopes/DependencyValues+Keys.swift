extension DependencyValues {
  /// The key that an assignment of `value` to `keyPath` overrides; nil unless it is exactly one.
  package static func key<Value>(
    setBy keyPath: WritableKeyPath<DependencyValues, Value>,
    to value: Value
  ) -> DependencyName? {
    let frame = Frame.current
    // As an assignment in `withDependencies` would: what it reads on the way is not used.
    var values = DependencyValues(frame, for: .operation)
    values[keyPath: keyPath] = value
    let keys = Set(
      sequence(first: values.frame, next: \.outer).prefix { $0 !== frame }
        .compactMap(\.overriddenKey)
    )
    return keys.count == 1 ? keys.first : nil
  }
}
