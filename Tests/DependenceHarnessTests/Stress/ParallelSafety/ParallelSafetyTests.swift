import Dependence
import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

/// Tests of `ParallelSafety`. They have a time limit because a bug could make them hang.
@Suite(.timeLimit(.minutes(5)))
struct ParallelSafetyTests {
  // MARK: - Safe dependencies

  @Test(arguments: ParallelSafety.allCases)
  func `a dependency with a value type passes all rules`(rule: ParallelSafety) async {
    await rule.verify(\.number, values: { $0 }, identity: { $0 })
  }

  @Test(arguments: ParallelSafety.allCases)
  func `a dependency with a new object in each root passes all rules`(rule: ParallelSafety) async {
    await rule.verify(
      \.token,
      values: { _ in Token() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }

  @Test(.dependencies { $0.text = "ten" }, arguments: ParallelSafety.allCases)
  func `defaults in a check can read the overrides of the test`(rule: ParallelSafety) async {
    await rule.verify(\.client, values: Client.init, identity: \.number, freshInEachRoot: false)
    #expect(issuesOfClients.withLock { $0 } == 0)
  }

  @Test(.dependency(\.token, Token()), arguments: ParallelSafety.allCases)
  func `an override in the test does not hide the default from the check`(rule: ParallelSafety)
    async
  {
    await rule.verify(
      \.token,
      values: { _ in Token() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }

  @Test func `a prepared value does not count as a default`() async {
    prepareDependencies { $0.token = Token() }

    let found = await issues {
      await ParallelSafety.firstReadsAgree.verify(
        \.token,
        values: { _ in Token() },
        identity: { ObjectIdentifier($0) },
        freshInEachRoot: true
      )
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("prepareDependencies has set a value") == true)
  }

  @Test func `all rules can be checked one after another`() async {
    await ParallelSafety.verifyAll(\.number, values: { $0 }, identity: { $0 })
    await ParallelSafety.verifyAll(
      \.token,
      values: { _ in Token() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }

  @Test func `the check requests one value for each number from 0 to 32`() async {
    var numbers: [Int] = []

    await ParallelSafety.firstReadsAgree.verify(
      \.number,
      values: {
        numbers.append($0)
        return $0
      },
      identity: { $0 }
    )

    // The check uses one value for the surrounding scope, and two values for each of the 16 tasks.
    #expect(numbers == Array(0...32))
  }

  // MARK: - Unsafe dependencies

  private func messages(_ check: () async -> Void) async -> [String] {
    await issues(from: check).map(\.message)
  }

  @Test func `a default that all tests share is detected`() async {
    let messages = await messages {
      await ParallelSafety.verifyAll(
        \.sharedToken,
        values: { _ in Token() },
        identity: { ObjectIdentifier($0) },
        freshInEachRoot: true,
        seed: 42
      )
    }

    #expect(
      messages == [
        """
        DependenceHarnessTests.SharedTokenKey is not safe in parallel. 8 roots (each test has one) \
        shared 1 default, although each root must have its own. Create a new value each time, in a \
        computed property (static var testValue: … { … }, not static let), and do not use shared \
        objects in it. (seed 42: repeat it with seed: 42)
        """
      ]
    )
  }

  @Test func `a shared default is allowed unless freshInEachRoot is true`() async {
    await ParallelSafety.verifyAll(
      \.sharedToken,
      values: { _ in Token() },
      identity: { ObjectIdentifier($0) }
    )
  }

  @Test func `a client that contains a global object is detected by the object's identity`() async {
    let messages = await messages {
      await ParallelSafety.firstReadsAgree.verify(
        \.cachingClient,
        values: { _ in CachingClient(cache: Token()) },
        identity: { ObjectIdentifier($0.cache) },
        freshInEachRoot: true
      )
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("8 roots (each test has one) shared") == true)
  }

  @Test func `a property that creates a new value on every read is detected`() async {
    let messages = await messages {
      await ParallelSafety.firstReadsAgree.verify(
        \.restlessToken,
        values: { _ in Token() },
        identity: { ObjectIdentifier($0) }
      )
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("In 8 of 8 roots") == true)
  }

  @Test func `a property that stores its value in a global variable is detected`() async {
    let messages = await messages {
      await ParallelSafety.verifyAll(
        \.globalNumber,
        values: { $0 + 1 },
        identity: { $0 },
        freshInEachRoot: true
      )
    }

    // The rule about the end of a test is not broken, because closing a root does not affect a
    // global variable. The other three rules are broken.
    #expect(messages.count == 3)
    #expect(messages.first?.hasPrefix("The property of type Int is not safe in parallel.") == true)
  }

  @Test func `a missing test value is reported once`() async {
    let reported = await issues {
      await ParallelSafety.firstReadsAgree.verify(\.liveOnly, values: { $0 }, identity: { $0 })
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("has no test value") == true)
  }

  // MARK: - Invalid checks

  @Test func `values with the same identity are reported, and the check is not run`() async {
    let line = #line + 2
    let reported = await issues {
      await ParallelSafety.overridesStayInTheirTask.verify(
        \.number,
        values: { $0 / 2 },
        identity: { $0 }
      )
    }

    #expect(
      reported.map(\.message) == [
        """
        values(0) and values(1) have the same identity, so the check could not distinguish them and \
        was not run. Return values with different identities for different numbers.
        """
      ]
    )
    #expect(reported.first?.site.line == line)
  }
}

// MARK: - Dependencies

private let issuesOfClients = Lock(0)

/// A client whose default reads another dependency.
private struct Client: Sendable {
  let number: Int
}

private enum ClientKey: DependencyKey {
  static var liveValue: Client { Client(number: -1) }
  static var testValue: Client {
    if DependencyValues.current.text != "ten" { issuesOfClients.withLock { $0 += 1 } }
    return Client(number: 1_000)
  }
}

private enum SharedTokenKey: DependencyKey {
  static let liveValue = Token()
  static let testValue = Token()
}

private struct CachingClient: Sendable {
  static let global = Token()
  var cache = Self.global
}

private enum CachingClientKey: DependencyKey {
  static var liveValue: CachingClient { CachingClient() }
  static var testValue: CachingClient { CachingClient() }
}

private enum LiveOnlyKey: DependencyKey {
  static var liveValue: Int { -1 }
}

private let globalNumber = Lock(0)

extension DependencyValues {
  fileprivate var client: Client {
    get { self[ClientKey.self] }
    set { self[ClientKey.self] = newValue }
  }

  fileprivate var sharedToken: Token {
    get { self[SharedTokenKey.self] }
    set { self[SharedTokenKey.self] = newValue }
  }

  fileprivate var cachingClient: CachingClient {
    get { self[CachingClientKey.self] }
    set { self[CachingClientKey.self] = newValue }
  }

  fileprivate var restlessToken: Token {
    get { Token() }
    set { self[TokenKey.self] = newValue }
  }

  fileprivate var globalNumber: Int {
    get { DependenceHarnessTests.globalNumber.withLock { $0 } }
    set { DependenceHarnessTests.globalNumber.withLock { $0 = newValue } }
  }

  fileprivate var liveOnly: Int {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
}

extension ParallelSafety {
  fileprivate static func verifyAll<Value: Sendable, Identity: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    values: (Int) -> Value,
    identity: @escaping @Sendable (Value) -> Identity,
    freshInEachRoot: Bool = false,
    seed: UInt64? = nil
  ) async {
    for rule in allCases {
      await rule.verify(
        keyPath,
        values: values,
        identity: identity,
        freshInEachRoot: freshInEachRoot,
        seed: seed
      )
    }
  }
}
