import DependenceMacros

/// Logs a customer in, runs `operation` for this customer, and logs the customer out.
///
/// The customer is logged out before this function returns or throws.
///
/// - Throws: An error that the store throws at the login, or an error that `operation` throws.
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
