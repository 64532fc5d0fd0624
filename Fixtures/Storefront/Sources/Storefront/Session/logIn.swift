import DependenceMacros

/// Begins a session for `name`.
///
/// The end of the session logs the customer out of the store that they have logged in to, even if
/// the session is entered in a scope that has another one.
///
/// - Throws: What the store throws.
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
