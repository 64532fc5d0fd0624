import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@DependencyClient
private struct Client: Sendable {
  var fetch: @Sendable () throws -> Int
  var log: @Sendable () -> Void
  var count: @Sendable () -> Int = { unimplemented("Client.count", placeholder: 1) }
  var load: @Sendable () throws -> Int = { throw unimplemented("Client.load") }

  static let byHand = Self(
    fetch: { throw unimplemented("by hand") },
    log: { unimplemented("by hand") },
    count: { unimplemented("by hand", placeholder: 2) }
  )

  func inside(throwing: Bool) throws -> Int {
    unimplemented("inside")
    if throwing { throw unimplemented("inside") }
    return unimplemented("inside", placeholder: 3)
  }
}

extension Client {
  fileprivate static let other = unimplemented
}

@DependencyClient
private struct ClientWithInitializer: Sendable {
  var fetch: @Sendable () throws -> Int
}

extension ClientWithInitializer {
  init() { self.init(fetch: { 1 }) }
}

struct UnimplementedMembersTests {
  @Test func `an initializer without parameters does not implement the unimplemented client`() {
    let issues = issues {
      #expect((try? ClientWithInitializer().fetch()) == 1)
      #expect((try? ClientWithInitializer.unimplemented.fetch()) == nil)
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "ClientWithInitializer.fetch")])
  }

  @Test func `code inside a client can call the global unimplemented functions`() throws {
    var results: [Int] = []

    let issues = issues {
      results.append((try? Client.byHand.fetch()) ?? 0)
      Client.byHand.log()
      results.append(Client.byHand.count())
      results.append((try? Client.byHand.inside(throwing: false)) ?? 0)
      results.append((try? Client.byHand.inside(throwing: true)) ?? 0)
      results.append(Client().count())
      results.append((try? Client().load()) ?? 0)
    }

    #expect(results == [0, 2, 3, 0, 1, 0])
    #expect(
      issues.map(\.kind)
        == (Array(repeating: "by hand", count: 3) + Array(repeating: "inside", count: 4)
        + ["Client.count", "Client.load"])
        .map { .unimplemented(endpoint: $0) }
    )
  }

  @Test func `the generated client is still available as unimplemented`() {
    let clients: [Client] = [.unimplemented, Client.unimplemented, .other]

    #expect(issues { for client in clients { client.log() } }.count == 3)
  }
}
