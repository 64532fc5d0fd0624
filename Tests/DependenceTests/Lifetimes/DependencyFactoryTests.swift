import Dependence
import DependenceTesting
import Dispatch
import TestKeys
import Testing

private final class Chat: Sendable {
  let user: String
  let number = DependencyValues.current.number

  init(_ user: String) { self.user = user }
}

private struct Amount: Sendable {
  let value: Int
}

private enum ChatKey: DependencyKey {
  static var liveValue: DependencyFactory<String, Chat> { testValue }
  static var testValue: DependencyFactory<String, Chat> {
    DependencyFactory(lifetime: .singleton) { Chat($0) }
  }
}

/// A key whose default depends on the dependency `number`.
private enum ChatRoomKey: TestDependencyKey {
  static var testValue: Chat { Chat("all") }
}

/// A key that only one deinitializer reads. Its value is therefore not cached before.
private enum LastNumberKey: TestDependencyKey {
  static var testValue: Int { 7 }
}

private let everywhere = DependencyFactory(lifetime: .singleton) { (user: String) in Chat(user) }
private let seenChats = Lock<[Chat]>([])

@Suite(.dependencies { $0.continuousClock = TestClock() })
struct DependencyFactoryTests {
  @Test func `a factory without a lifetime creates an instance for each call`() {
    let chat = DependencyFactory { (user: String) in Chat(user) }

    let (first, second) = (chat("Ada"), chat("Ada"))

    #expect(first.user == "Ada")
    #expect(first !== second)
  }

  @Test func `a factory accepts any number of arguments, even unhashable ones`() {
    let sum = DependencyFactory { (a: Int, b: Amount, c: Double) in a + b.value + Int(c) }
    let none = DependencyFactory { 7 }

    #expect(sum(1, Amount(value: 2), 3) == 6)
    #expect(none() == 7)
  }

  @Test(arguments: [DependencyLifetime.singleton, .shared, .timeToLive(.seconds(5))])
  func `equal arguments return the same instance`(lifetime: DependencyLifetime) {
    let chat = DependencyFactory(lifetime: lifetime) { (user: String, _: Int) in Chat(user) }

    let held = (chat("Ada", 1), chat("Ada", 2), chat("Bob", 1))

    #expect(chat("Ada", 1) === held.0)
    #expect(chat("Ada", 2) === held.1)
    #expect(chat("Bob", 1) === held.2)
    #expect(Set([held.0, held.1, held.2].map { ObjectIdentifier($0) }).count == 3)
  }

  @Test func `a transient factory creates an instance for each call`() {
    let chat = DependencyFactory(lifetime: .transient) { (user: String) in Chat(user) }

    let (first, second) = (chat("Ada"), chat("Ada"))

    #expect(first !== second)
  }

  @Test func `a shared instance is released with its last owner`() {
    let chat = DependencyFactory(lifetime: .shared) { (user: String) in Chat(user) }
    weak let first = chat("Ada")

    #expect(first == nil)
  }

  @Test func `outside tests, instances can read dependencies when their factory is released`() async
  {
    final class Reader: Sendable {
      let numbers: LockBox<[Int]>

      init(_ numbers: LockBox<[Int]>) { self.numbers = numbers }

      deinit {
        let number = DependencyValues.current[LastNumberKey.self]
        numbers.withValue { $0.append(number) }
      }
    }
    let numbers = LockBox<[Int]>([])

    // A detached task without a captured scope uses the root of the process, as the code of an app
    // does.
    await Task.detached {
      let factory = DependencyFactory(lifetime: .singleton) { Reader(numbers) }
      do { _ = factory() }
      #expect(numbers.withValue { $0.isEmpty })
    }.value

    #expect(numbers.withValue { $0 } == [7])
  }

  @Test(arguments: [DependencyLifetime.shared, .transient])
  func `an instance is created from its own arguments and not from equal earlier ones`(
    lifetime: DependencyLifetime
  ) {
    struct User: Hashable, Sendable {
      let name: String
      let session: Int

      static func == (left: User, right: User) -> Bool { left.name == right.name }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    let chat = DependencyFactory(lifetime: lifetime) { (user: User) in
      Chat("\(user.name) \(user.session)")
    }

    let users = (1...2).map { chat(User(name: "Ada", session: $0)).user }

    #expect(users == ["Ada 1", "Ada 2"])
  }

  @Test func `simultaneous calls in different tests do not exchange their equal arguments`() {
    struct Owner: Hashable, Sendable {
      let id: Int

      static func == (left: Owner, right: Owner) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
    let chat = DependencyFactory(lifetime: .singleton) { (owner: Owner) in Chat("\(owner.id)") }

    let users = LockBox<[String]>(Array(repeating: "", count: 5_000))
    DispatchQueue.concurrentPerform(iterations: 5_000) { id in
      let user = Frame.bind(RootFrame(DependencyRoot(owner: nil))) { chat(Owner(id: id)).user }
      users.withValue { $0[id] = user }
    }

    #expect(users.value == (0..<5_000).map { "\($0)" })
  }

  @Test func `the time to live is measured separately for each argument`() async {
    let clock = TestClock()
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let chat = DependencyFactory(lifetime: .timeToLive(.seconds(5))) { Chat($0) }
      let ada = chat("Ada")
      await clock.advance(by: .seconds(3), sleepers: 0)
      let bob = chat("Bob")

      await clock.advance(by: .seconds(2), sleepers: 0)

      #expect(chat("Ada") !== ada)
      #expect(chat("Bob") === bob)
    }
  }

  @Test func `a call inside an override uses it and has a separate instance`() {
    let chat = Dependency(ChatKey.self).wrappedValue
    let outer = chat("Ada")

    withDependencies {
      $0.number = 8
    } operation: {
      #expect(chat("Ada").number == 8)
      #expect(chat("Ada") === chat("Ada"))
    }

    #expect(outer.number == 3)
    #expect(chat("Ada") === outer)
  }

  @Test func `a factory can be overridden with another factory`() {
    let user = withDependencies {
      $0[ChatKey.self] = DependencyFactory { Chat("not " + $0) }
    } operation: {
      DependencyValues.current[ChatKey.self]("Ada").user
    }

    #expect(user == "not Ada")
  }

  @Test(arguments: 0..<5)
  func `a static factory has separate instances in each test case`(number: Int) {
    let chat = everywhere("Ada")
    let isNew = seenChats.withLock { seen in
      defer { seen.append(chat) }
      return !seen.contains { $0 === chat }
    }

    #expect(isNew)
    #expect(everywhere("Ada") === chat)
  }

  @Test func `a factory can call itself with other arguments`() {
    let chat = Lock<DependencyFactory<Int, Int>?>(nil)
    let factorial = DependencyFactory(lifetime: .singleton) { (n: Int) -> Int in
      n == 0 ? 1 : n * (chat.withLock { $0 }!)(n - 1)
    }
    chat.withLock { $0 = factorial }

    #expect(factorial(10) == 3_628_800)
  }

  @Test func `a factory that calls itself with the same arguments traps with the cycle`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let same = Lock<DependencyFactory<Int, Int>?>(nil)
      let factory = DependencyFactory(lifetime: .transient) { (n: Int) -> Int in
        (same.withLock { $0 }!)(n)
      }
      same.withLock { $0 = factory }
      _ = factory(1)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Dependency cycle: DependencyFactory<Int, Int>"), "\(output)")
  }

  // At the end of a scope, the defaults that depend on its overrides are removed. The time that
  // this takes must not grow with the number of arguments with which factories have been called.
  @Test func `an app frees the instances of a factory together with the factory`() {
    enum FactoryKey: TestDependencyKey {
      static var testValue: DependencyFactory<Token> { DependencyFactory { Token() } }
    }
    weak var instance: Token?

    Frame.bind(DependencyRoot.process.bottom) {
      withDependencies {
        $0.number = 10
      } operation: {
        withDependencies {
          $0[test: FactoryKey.self] = DependencyFactory(lifetime: .singleton) {
            _ = DependencyValues.current.number
            return Token()
          }
        } operation: {
          let factory = DependencyValues.current[test: FactoryKey.self]
          instance = factory()
          #expect(instance != nil)
          #expect(factory() === instance)
        }

        // The instance depends on an override of the outer scope, which still exists.
        #expect(instance == nil)
      }
    }
  }

  @Test func `instances of a factory do not slow down other scopes`() {
    let chat = DependencyFactory(lifetime: .shared) { (user: Int) in Chat("\(user)") }
    func timeOfScopes() -> Duration {
      let start = System.processorTime
      for number in 0..<500 {
        withDependencies {
          $0.number = number
        } operation: {
          #expect(DependencyValues.current[ChatRoomKey.self].number == number)
        }
      }
      return System.processorTime - start
    }

    let before = timeOfScopes()
    for user in 0..<10_000 { _ = chat(user) }
    let after = timeOfScopes()

    #expect(after < before * 20)
  }

  @Test func `concurrent calls with equal arguments create one instance`() async {
    let made = LockBox(0)
    let chat = DependencyFactory(lifetime: .singleton) { (user: String) in
      made.withValue { $0 += 1 }
      return Chat(user)
    }

    let chats = await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { chat("Ada") } }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(made.value == 1)
    #expect(chats.allSatisfy { $0 === chats[0] })
  }
}
