package import Dependence

extension DependencyValues {
  /// The key that an assignment of `value` to `keyPath` overrides; nil unless it is exactly one.
  package static func key<Value>(
    setBy keyPath: WritableKeyPath<DependencyValues, Value>,
    to value: Value
  ) -> AnyKeyRecord? {
    let frame = Frame.current
    // As an assignment in `withDependencies` would: what it reads on the way is not used.
    var values = DependencyValues(over: frame)
    values.assign(value, to: keyPath)
    let keys = Set(
      sequence(first: values.frame, next: \.outer).prefix { $0 !== frame }
        .compactMap(\.record)
    )
    return keys.count == 1 ? keys.first : nil
  }

  /// Assigns through a key path into a value, such as `\.date.now`.
  ///
  /// Swift reads what a key path leads to before it writes there. That read uses nothing, so it is no call of what is
  /// unimplemented.
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    withIssueReporter(UnimplementedReads()) { self[keyPath: keyPath] = value }
  }
}

/// Takes the issues of reads that use nothing.
private struct UnimplementedReads: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    if case .unimplemented = issue.kind { true } else { false }
  }
}
