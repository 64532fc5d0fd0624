import Dependence
import DependenceClients
import DependenceHarness
import Testing

/// Tests of a spy that several tests use, for example because it is stored in a static property.
struct SharedSpyTests {
  /// A test that can use a spy at any time, also while other tests use it.
  private struct User {
    let owner: RecordingOwner
    let frame: Frame

    init(_ title: String) {
      owner = RecordingOwner(title)
      frame = DependencyRoot(owner: owner).bottom
    }

    /// Runs `operation` in this test and returns the messages of the issues that it reports.
    func issues(_ operation: () -> Void) -> [String] {
      let earlier = owner.issues.count
      Frame.bind(frame, operation)
      return owner.issues.dropFirst(earlier).map(\.message)
    }

    func issues(_ operation: () async throws -> Void) async rethrows -> [String] {
      let earlier = owner.issues.count
      try await Frame.bind(frame, operation)
      return owner.issues.dropFirst(earlier).map(\.message)
    }
  }

  private let spy = Spy<Int, Void>("API.save")
  private let advice = """
    Create the spy in each test, for example as a local constant or as an instance property of the suite.
    """

  private func wrap() { _ = spy.wrap { _ in } }

  private func call(_ number: Int = 1) {
    let save: @Sendable (Int) -> Void = spy.wrap { _ in }
    save(number)
  }

  /// Calls the spy in another test, which then ends.
  private func callInEarlierTest() {
    let earlier = User("earlier()")
    #expect(earlier.issues { call() } == [])
    earlier.frame.root.close()
  }

  private func called(by tests: String) -> String {
    """
    API.save has also recorded calls made by \(tests), so the result of this check depends on other tests. \(advice) If \
    no other test runs at the same time, you can call reset() at the beginning of the test instead.
    """
  }

  private func wrappedOnly(by test: String) -> String {
    """
    API.save has wrapped no closure in this test, but only in other tests, such as the test "\(test)", so this check does \
    not cover the calls of this test. \(advice) Override the endpoint in each test with the closure that the method wrap \
    of the spy returns.
    """
  }

  // MARK: Calls of other tests

  @Test func `calls made by an earlier test do not satisfy an expectation`() {
    callInEarlierTest()

    let found = User("later()").issues {
      wrap()
      spy.expectCalls([1])
    }

    #expect(found == [called(by: "the test \"earlier()\"")])
  }

  @Test(arguments: 0..<6)
  func `every expectation finds the calls made by an earlier test`(kind: Int) {
    callInEarlierTest()

    let found = User("later()").issues {
      wrap()
      switch kind {
      case 0: spy.expectCalls([1])
      case 1: spy.expectCalls(inAnyOrder: [1])
      case 2: spy.expectCalls(count: 1)
      case 3: spy.expectCalls(count: 1) { $0 == 1 }
      case 4: expectSequence(spy)
      default: _ = spy.calls
      }
    }

    #expect(found == [called(by: "the test \"earlier()\"")])
  }

  @Test func `waiting for calls does not accept calls made by an earlier test`() async {
    callInEarlierTest()

    let found = await User("later()").issues {
      wrap()
      await spy.waitForCalls()
    }

    #expect(found == [called(by: "the test \"earlier()\"")])
  }

  @Test func `advancing a clock does not accept calls made by an earlier test`() async {
    callInEarlierTest()
    let clock = TestClock()

    let found = await User("later()").issues {
      wrap()
      await spy.expectCalls(count: 1, within: .seconds(1), of: clock, sleepers: 1)
    }

    #expect(found == [called(by: "the test \"earlier()\"")])
  }

  @Test func `a test that reads the calls in a loop reports the problem once`() {
    callInEarlierTest()

    let found = User("later()").issues {
      for _ in 0..<3 { _ = spy.calls }
      wrap()
      spy.expectCalls([1])
    }

    #expect(found.count == 1)
  }

  @Test func `reading the calls reports the problem where the spy was created`() {
    let site = SourceSite()
    let spy = Spy<Int, Void>("API.save")
    let later = User("later()")
    _ = User("earlier()").issues { _ = spy.wrap { _ in } }

    _ = later.issues { _ = spy.calls }

    #expect(later.owner.issues.map(\.site.line) == [site.line + 1])
  }

  @Test func `tests that run at the same time do not share a spy`() {
    let (first, second) = (User("first()"), User("second()"))

    #expect(first.issues { call() } == [])
    #expect(second.issues { call() } == [])

    #expect(first.issues { spy.expectCalls(count: 2) } == [called(by: "the test \"second()\"")])
    #expect(second.issues { spy.expectCalls(count: 2) } == [called(by: "the test \"first()\"")])
  }

  @Test func `a test whose calls another test removes is told so`() {
    let (first, second) = (User("first()"), User("second()"))
    _ = first.issues { call() }
    _ = second.issues { spy.reset() }

    #expect(
      first.issues { spy.expectNoCalls() } == [
        """
        API.save was reset by the test "second()", which removed calls made by this test, so the result of this check \
        depends on other tests. \(advice)
        """
      ]
    )
  }

  @Test func `a message names at most three other tests`() {
    for title in ["a()", "a()", "b()", "c()", "d()", "e()", "later()"] {
      _ = User(title).issues { call() }
    }

    let found = User("later()").issues {
      call()
      spy.expectCalls(count: 8)
    }

    let tests = #"the test "a()", the test "b()", the test "c()" and 3 more"#
    #expect(found == [called(by: tests)])
  }

  @Test func `another case of a parameterized test is another test`() {
    _ = User("saves(_:)").issues { call() }

    let found = User("saves(_:)").issues {
      call()
      spy.expectCalls(count: 2)
    }

    #expect(found == [called(by: "another case of this test")])
  }

  @Test func `a test is not confused with an ended test at the same address`() {
    // Each test is deallocated before the next one is created, which often gets the same address.
    _ = User("test()").issues { call() }
    for _ in 0..<20 {
      let found = User("test()").issues {
        wrap()
        spy.expectCalls(count: 1)
      }
      #expect(found == [called(by: "another case of this test")])
    }
  }

  // MARK: Spies that have wrapped closures only in other tests

  @Test func `a test that forgets to wrap its closure is reported`() {
    callInEarlierTest()

    let found = User("later()").issues { spy.expectCalls(count: 1) }

    #expect(found == [wrappedOnly(by: "earlier()")])
  }

  @Test func `a test that resets a spy but forgets to wrap its closure is reported`() {
    callInEarlierTest()

    let found = User("later()").issues {
      spy.reset()
      spy.expectNoCalls()
    }

    #expect(found == [wrappedOnly(by: "earlier()")])
  }

  @Test func `a test that waits for a spy without using it is reported`() async {
    callInEarlierTest()

    let found = await User("later()").issues {
      spy.reset()
      await spy.waitForCalls(patience: .milliseconds(1))
    }

    #expect(found == [wrappedOnly(by: "earlier()")])
  }

  @Test func `a test that does not wrap a client is reported`() {
    let spy = ClientSpy("shelf")
    _ = User("earlier()").issues { _ = spy.wrap(Till()) }

    let found = User("later()").issues { spy.calls.expectNoCalls() }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("shelf has wrapped no closure in this test, but only") == true)
  }

  // MARK: Correct uses

  @Test func `a test that resets a shared spy first can use it`() {
    callInEarlierTest()

    let found = User("later()").issues {
      spy.reset()
      call(2)
      spy.expectCalls([2])
      expectSequence(spy)
    }

    #expect(found == [])
  }

  @Test func `a test can call and check a closure that an earlier test has wrapped`() {
    let kept = LockBox<(@Sendable (Int) -> Void)?>(nil)
    _ = User("earlier()").issues { kept.setValue(spy.wrap { _ in }) }

    let found = User("later()").issues {
      spy.reset()
      kept.value?(2)
      spy.expectCalls([2])
      spy.reset()
      spy.expectNoCalls()
    }

    #expect(found == [])
  }

  @Test func `a closure that is wrapped outside all tests can be used in any test`() async {
    let save = await Task.detached { [spy] in spy.wrap { _ in } as @Sendable (Int) -> Void }.value

    let first = User("first()").issues {
      spy.expectNoCalls()
      save(1)
      spy.expectCalls([1])
      spy.reset()
    }
    let second = User("second()").issues { spy.expectNoCalls() }

    #expect(first == [])
    #expect(second == [])
  }

  @Test func `a closure that is wrapped around a suite can be used in each of its tests`() {
    let suite = DependencyRoot(owner: RecordingOwner("suite"), isOfSuite: true)
    Frame.bind(suite.bottom) { wrap() }
    _ = User("first()").issues { wrap() }

    #expect(User("second()").issues { spy.expectNoCalls() } == [])
  }

  @Test func `the runs of a repeated test can share a spy`() async throws {
    let user = User("repeated()")
    let (kept, spy) = (LockBox<[Int]>([]), spy)

    let found = try await user.issues {
      let save: @Sendable (Int) -> Void = spy.wrap { _ in }
      try await stress(iterations: 4) { iteration in
        save(iteration.number)
        await spy.waitForCalls()
        let numbers = spy.calls.map(\.arguments)
        kept.withValue { $0 += numbers }
      }
      try await stress(iterations: 2) { _ in
        let save: @Sendable (Int) -> Void = spy.wrap { _ in }
        save(5)
      }
      spy.expectCalls(count: 6)
    }

    #expect(found == [])
    #expect(Set(kept.value).isSubset(of: Set(1...4)))
  }
}

private struct Till: _WrappableClient {
  var open: @Sendable (Int) -> Void = { _ in }

  func _wrapped(by wrapper: _EndpointWrapper) -> Till {
    Till(open: wrapper.wrap("Till.open", open))
  }
}
