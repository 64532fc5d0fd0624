import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@DependencyClient
private struct Entered: Sendable {
  var fetch: @Sendable (_ id: Int, String) async throws -> String
}

@DependencyClient
private struct Keyed: Sendable {
  var fetch: @Sendable () throws -> Void
}

private enum KeyedKey: DependencyKey {
  static var liveValue: Keyed { .unimplemented }
  static var testValue: Keyed { .unimplemented }
}

@DependencyClient
private struct Interface: Sendable {
  var fetch: @Sendable (Int) throws -> Void
}

private enum InterfaceKey: TestDependencyKey {
  static var testValue: Interface { .unimplemented }
}

@DependencyClient
private struct Twice: Sendable {
  var fetch: @Sendable () throws -> Void
}

@DependencyClient
private struct Nowhere: Sendable {
  var fetch: @Sendable () throws -> Void
}

@DependencyClient
private struct Kept: Sendable {
  var fetch: @Sendable () throws -> Void
}

@DependencyClient
private struct Constant: Sendable {
  let fetch: @Sendable (Int) throws -> Void
}

extension DependencyValues {
  @DependencyEntry(lifetime: .singleton, test: Kept.unimplemented)
  fileprivate var kept: Kept = .unimplemented
  @DependencyEntry(test: Entered.unimplemented) fileprivate var entered: Entered = .unimplemented
  @DependencyEntry fileprivate var live: Int = 1
  @DependencyEntry(test: Twice.unimplemented) fileprivate var once: Twice = .unimplemented
  @DependencyEntry(test: Twice.unimplemented) fileprivate var twice: Twice = .unimplemented
}

/// Tests of the override that the message of an issue suggests.
struct OverrideAdviceTests {
  private func message(_ endpoint: String, _ override: String) -> String {
    """
    \(endpoint) was called, but is unimplemented here. Override it for this test with \(override), \
    in withDependencies { … } or .dependencies { … }.
    """
  }

  @Test func `the suggested override names an entry by its property`() async {
    @Dependency(\.entered) var client

    let issues = await issues { _ = try? await client.fetch(id: 1, "") }

    #expect(
      issues.map(\.message) == [message("Entered.fetch", "$0.entered.fetch = { _, _ in … }")]
    )
  }

  @Test func `the message mentions an override that the called client may not have`() async {
    @Dependency(\.entered) var client
    let clientReadBefore = client

    let issues = await issues {
      await withDependencies {
        $0.entered.fetch = { _, text in text }
      } operation: {
        _ = try? await clientReadBefore.fetch(id: 1, "")
      }
    }

    #expect(
      issues.map(\.message) == [
        """
        \(message("Entered.fetch", "$0.entered.fetch = { _, _ in … }")) If the override of $0.entered in this scope \
        already implements it, the client was read outside the scope. Read it inside.
        """
      ]
    )
  }

  @Test func `the suggested override names an entry with a lifetime by its property`() {
    @Dependency(\.kept) var client

    let issues = issues { try? client.fetch() }

    #expect(issues.map(\.message) == [message("Kept.fetch", "$0.kept.fetch = { … }")])
  }

  @Test func `an entry without a test value is overridden by its property or its attribute`() {
    @Dependency(\.live) var live

    let issues = issues { _ = live }

    #expect(
      issues.map(\.message) == [
        """
        DependencyValues.live has no test value, so this test used its live value. Override it for this \
        test with $0.live = …, in withDependencies { … } or .dependencies { … }, or add a test value to \
        the declaration of the property, for example with @DependencyEntry(test: …).
        """
      ]
    )
  }

  @Test func `the suggested override names a key by its type`() {
    @Dependency(KeyedKey.self) var client

    let issues = issues { try? client.fetch() }

    #expect(issues.map(\.message) == [message("Keyed.fetch", "$0[KeyedKey.self].fetch = { … }")])
  }

  @Test func `the suggested override uses the test label for a key without a live value`() {
    @Dependency(test: InterfaceKey.self) var client

    let issues = issues { try? client.fetch(1) }

    #expect(
      issues.map(\.message)
        == [message("Interface.fetch", "$0[test: InterfaceKey.self].fetch = { _ in … }")]
    )
  }

  @Test func `the suggested override names each property if the client has two`() {
    @Dependency(\.once) var once
    @Dependency(\.twice) var twice

    let issues = issues {
      _ = once
      try? twice.fetch()
    }

    let override = "$0.once.fetch = { … } or $0.twice.fetch = { … }"
    #expect(issues.map(\.message) == [message("Twice.fetch", override)])
  }

  @Test func `the suggested override names only the endpoint if the client has no key`() {
    let issues = issues { try? Nowhere.unimplemented.fetch() }

    #expect(issues.map(\.message) == [message("Nowhere.fetch", "$0[…].fetch = { … }")])
  }

  @Test func `the suggested override of a constant says that it must become a variable`() {
    let issues = issues { try? Constant.unimplemented.fetch(1) }

    let override = "$0[…].fetch = { _ in … } (after you declare it as a 'var')"
    #expect(issues.map(\.message) == [message("Constant.fetch", override)])
  }
}
