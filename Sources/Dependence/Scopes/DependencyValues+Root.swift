extension DependencyValues {
  /// Runs `operation` in the scope that `update` sets up on top of `frame`.
  ///
  /// Unlike an operation of `withDependencies`, such a scope belongs to the root as a whole, and the
  /// operation may still call `prepareDependencies`.
  package nonisolated(nonsending) static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: (inout DependencyValues) async throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Frame.bind(frame) {
      var values = DependencyValues(frame, for: .root)
      try await update(&values)
      values.frame.noteBinding(over: frame, at: site)
      return try await Frame.bind(values.frame, operation)
    }
  }

  /// Runs a synchronous `operation` in the scope that `update` sets up on top of `frame`.
  package static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try Frame.bind(frame) {
      var values = DependencyValues(frame, for: .root)
      try update(&values)
      values.frame.noteBinding(over: frame, at: site)
      return try Frame.bind(values.frame, operation)
    }
  }
}
