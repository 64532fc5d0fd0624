package import Dependence

extension DependencyValues {
  /// Returns the dependency key that an assignment to `keyPath` overrides, or `nil` if the
  /// assignment overrides no key or more than one.
  package static func key<Value>(
    setBy keyPath: WritableKeyPath<DependencyValues, Value>,
    to value: Value
  ) -> AnyKeyRecord? {
    let frame = Frame.current
    // Assign the value to a temporary copy to find out which keys the assignment overrides.
    let (values, _) = DependencyValues.assigning(over: frame) { $0.assign(value, to: keyPath) }
    let keys = Set(values.frame.overrides(over: frame).compactMap(\.record))
    return keys.count == 1 ? keys.first : nil
  }

  /// Assigns a value through a key path. The key path can lead to a nested value, as in
  /// `\.date.now`.
  ///
  /// To change a nested value, Swift first reads the enclosing value. If this read reports an issue
  /// about an unimplemented endpoint, the issue is ignored, because the assignment does not call
  /// the endpoint.
  package mutating func assign<Value>(
    _ value: Value,
    to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    withIssueReporter(UnimplementedReads()) { self[keyPath: keyPath] = value }
  }
}

/// An issue reporter that ignores issues about unimplemented endpoints. It is used while a nested
/// value is assigned. The assignment first reads the enclosing value, which can report such an
/// issue even though no endpoint is called.
private struct UnimplementedReads: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    if case .unimplemented = issue.kind { true } else { false }
  }
}
