import DependenceMacros

/// Logs `name` in, runs `operation` with them as the customer, and logs them out.
///
/// They are logged out before this returns, whether `operation` returns or throws.
///
/// - Throws: What the store throws at the login, or what `operation` throws.
public nonisolated(nonsending) func withSession<Result>(
  of name: String,
  operation: () async throws -> Result
) async throws -> Result {
  let session = try await logIn(as: name)
  return try await session.enter { session in
    try await withDependencies {
      $0.customer = session.value
    } operation: {
      try await operation()
    }
  }
}
