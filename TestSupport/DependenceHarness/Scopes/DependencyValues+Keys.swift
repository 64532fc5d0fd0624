package import Dependence

extension DependencyValues {
  /// Returns the key that an assignment of `value` to `keyPath` overrides, or `nil` if it overrides
  /// no key or several keys.
  package static func key<Value>(
    setBy keyPath: WritableKeyPath<DependencyValues, Value>,
    to value: Value
  ) -> AnyKeyRecord? {
    let frame = Frame.current
    // The assignment works as in `withDependencies`. Values that it reads on the way are not used.
    var values = DependencyValues(over: frame)
    values.assign(value, to: keyPath)
    let keys = Set(
      sequence(first: values.frame, next: \.outer).prefix { $0 !== frame }
        .compactMap(\.record)
    )
    return keys.count == 1 ? keys.first : nil
  }

  /// Assigns a value through a key path, which may lead into another value, such as `\.date.now`.
  ///
  /// Swift reads the enclosing value before it writes to it. That read may report that an endpoint
  /// is unimplemented. Such issues are suppressed, because nothing is called.
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    withIssueReporter(UnimplementedReads()) { self[keyPath: keyPath] = value }
  }
}

/// A reporter that suppresses the issues of reads whose values are not used.
private struct UnimplementedReads: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    if case .unimplemented = issue.kind { true } else { false }
  }
}
