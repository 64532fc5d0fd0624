import DependenceMacros

/// Logs a customer in, and returns the session.
///
/// At its end, the session logs the customer out of the store to which they logged in, even if the
/// session is entered in a scope with another store.
///
/// - Throws: An error of the store.
public func logIn(as name: String) async throws -> Session {
  @Dependency(\.storeClient) var store
  let customer = try await store.logIn(name)
  return Session(
    value: customer,
    teardown: {
      @Dependency(\.storeClient) var store
      await store.logOut(customer)
    }
  )
}
