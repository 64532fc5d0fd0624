import Dependence
import DependenceTesting
import Storefront
import StorefrontTestSupport
import Testing

@Suite(.dependencies { $0.storeClient.logIn = { Customer(name: $0) } })
struct SessionTests {
  private struct Interruption: Error {}

  @Dependency(\.customer) private var customer
  private let loggedOut = Recorder<Customer>()

  @Test func `the customer is known inside the session only`() async throws {
    try await withLogout {
      let before = customer
      let inside = try await withSession(of: "Ada") { customer }
      let after = customer

      #expect([before, inside, after] == [nil, .ada, nil])
    }
  }

  @Test func `a session that returns logs out`() async throws {
    try await withLogout {
      let inside = try await withSession(of: "Ada") { loggedOut.elements }

      #expect(inside == [])
      #expect(loggedOut.elements == [.ada])
    }
  }

  @Test func `a session that throws logs out`() async {
    await withLogout {
      await #expect(throws: Interruption.self) {
        try await withSession(of: "Ada") { throw Interruption() }
      }

      #expect(loggedOut.elements == [.ada])
    }
  }

  @Test(.dependencies { $0.storeClient.logIn = { _ in throw StoreError.unknownCustomer } })
  func `a login that fails begins no session`() async {
    await withLogout {
      await #expect(throws: StoreError.unknownCustomer) {
        try await withSession(of: "Ada") { Issue.record("There must be no session.") }
      }

      #expect(loggedOut.elements == [])
    }
  }

  @Test func `a session that is closed logs out`() async throws {
    try await withLogout {
      let session = try await logIn(as: "Ada")
      await session.close()

      #expect(loggedOut.elements == [.ada])
    }
  }

  @Test func `a session logs out of the store that it has logged in to`() async throws {
    try await withLogout {
      var session: Session? = try await logIn(as: "Ada")

      await withDependencies {
        $0.storeClient = .unimplemented
      } operation: {
        await session.take()?.close()
      }

      #expect(loggedOut.elements == [.ada])
    }
  }

  @Test func `sessions of two customers do not mix`() async throws {
    try await withLogout {
      async let ada = withSession(of: "Ada") { customer }
      async let grace = withSession(of: "Grace") { customer }
      let seen = try await [ada, grace]

      #expect(seen == [.ada, .grace])
      #expect(Set(loggedOut.elements) == [.ada, .grace])
    }
  }

  @Test func `a session nests in another`() async throws {
    try await withLogout {
      let seen = try await withSession(of: "Ada") {
        let inner = try await withSession(of: "Grace") { customer }
        return [inner, customer]
      }

      #expect(seen == [.grace, .ada])
      #expect(loggedOut.elements == [.grace, .ada])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a session that nobody ends is reported and logs out`() async throws {
    let issues = IssueRecorder()
    let (logouts, logout) = AsyncStream.makeStream(of: Customer.self)

    try await withDependencies {
      $0.storeClient.logOut = { logout.yield($0) }
    } operation: {
      try await withIssueReporter(issues) { _ = try await logIn(as: "Ada") }
    }

    #expect(await logouts.first { _ in true } == .ada)
    #expect(issues.kinds == [.general])
  }

  /// Runs `operation` with a store that keeps track of who logs out.
  private func withLogout<Failure: Error>(
    _ operation: () async throws(Failure) -> Void
  ) async throws(Failure) {
    let result: Result<Void, Failure> = await withDependencies {
      $0.storeClient.logOut = { [loggedOut] in loggedOut.record($0) }
    } operation: {
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
    try result.get()
  }
}
