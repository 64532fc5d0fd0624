package import Dependence

extension DependencyValues {
  /// Returns the dependency key that an assignment to `keyPath` overrides, or `nil` if it overrides
  /// no key or several keys.
  package static func key<Value>(
    setBy keyPath: WritableKeyPath<DependencyValues, Value>,
    to value: Value
  ) -> AnyKeyRecord? {
    let frame = Frame.current
    // The assignment runs on a copy, only to find out which key it overrides.
    var values = DependencyValues(over: frame)
    values.assign(value, to: keyPath)
    let keys = Set(
      sequence(first: values.frame, next: \.outer).prefix { $0 !== frame }
        .compactMap(\.record)
    )
    return keys.count == 1 ? keys.first : nil
  }

  /// Assigns a value through a key path that may lead into a nested value, such as `\.date.now`.
  ///
  /// Swift reads the enclosing value before it writes to it. If that read reports an unimplemented
  /// endpoint, the issue is ignored, because the endpoint is not called.
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    withIssueReporter(UnimplementedReads()) { self[keyPath: keyPath] = value }
  }
}

/// Ignores issues about unimplemented endpoints that were read only to be overwritten.
private struct UnimplementedReads: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    if case .unimplemented = issue.kind { true } else { false }
  }
}
