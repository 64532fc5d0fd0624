extension DependencyValues {
  /// These values with what `update` assigns on top, for a user interface to hand down.
  ///
  /// Where these are empty, what is assigned lies on top of the defaults alone. Nothing that `update`
  /// assigns through (`$0.client.fetch = …`) counts as read.
  package func inheriting(_ update: (inout DependencyValues) throws -> Void) rethrows
    -> DependencyValues
  {
    var values = DependencyValues(frame, for: .operation)
    try update(&values)
    return DependencyValues(values.frame)
  }
}
