import Dependence
import DependenceHarness
import Testing

/// Tests of calls to spied endpoints that begin after the test that owns the spy has ended.
struct LateCallTests {
  private let owner = RecordingOwner()
  private let root: DependencyRoot

  init() { root = DependencyRoot(owner: owner) }

  private func inTest<Result>(_ operation: () -> Result) -> Result {
    Frame.bind(RootFrame(root), operation)
  }

  @Test(arguments: [false, true])
  func `a call that begins after its test has ended is reported once`(
    allowsUnfinishedCalls: Bool
  ) {
    let site = SourceSite()
    let spy = Spy<Int, Void>("API.save", allowsUnfinishedCalls: allowsUnfinishedCalls)
    let save = spy.wrap { _ in }
    root.close()

    inTest {
      save(1)
      save(2)
    }

    #expect(
      owner.issues.map(\.message) == [
        """
        API.save was called in the scope of the test "pays()", which has ended. Await the work that uses it, or \
        cancel and await it, before the test ends.
        """
      ]
    )
    #expect(owner.issues.map(\.kind) == [.lateRead])
    #expect(owner.issues.first?.site.line == site.line + 1)
  }

  @Test func `a late call outside all tests is reported to the test that wrapped the closure`()
    async
  {
    let save = inTest { Spy<Int, Void>("API.save").wrap { _ in } }
    root.close()

    await Task.detached { save(1) }.value

    #expect(
      owner.issues.map(\.message) == [
        """
        API.save was called outside all tests, and its closure was wrapped in the scope of the test "pays()", which has \
        ended. Await the work that uses it, or cancel and await it, before the test ends.
        """
      ]
    )
  }

  // MARK: Calls in another test

  /// Wraps a closure in a test, ends this test, and calls the closure twice in another test.
  /// Returns the issue that is found when the other test ends.
  private func issueInOtherTest(
    allowsUnfinishedCalls: Bool = false,
    check: (Spy<Int, Void>) -> Void = { _ in }
  ) -> DependencyIssue? {
    let spy = Spy<Int, Void>("API.save", allowsUnfinishedCalls: allowsUnfinishedCalls)
    let save = inTest { spy.wrap { _ in } }
    root.close()
    let other = DependencyRoot(owner: RecordingOwner("other()"))
    Frame.bind(RootFrame(other)) {
      save(1)
      save(2)
      check(spy)
    }
    #expect(owner.issues.isEmpty)
    return other.finishAudits()
  }

  @Test(arguments: [false, true])
  func `a test must check the calls to closures that an ended test has wrapped`(
    allowsUnfinishedCalls: Bool
  ) {
    let issue = issueInOtherTest(allowsUnfinishedCalls: allowsUnfinishedCalls)

    #expect(
      issue?.message == """
        API.save was called 2 times, but the called closure was wrapped in the test "pays()", which has ended, and this \
        test did not check the calls. Find the object that still uses the closure, such as a singleton, and create it \
        anew in each test.
        """
    )
  }

  @Test(arguments: [true, false])
  func `a repeated test can wrap or make the call to a closure of an ended test`(
    isWrappedInIteration: Bool
  ) async throws {
    let spy = Spy<Int, Void>("API.save")
    let closure = LockBox<(@Sendable (Int) -> Void)?>(nil)
    let wrap = { @Sendable in closure.setValue(spy.wrap { _ in }) }
    let call = { @Sendable in closure.withValue(\.self)?(1) }
    try await Frame.bind(RootFrame(root)) {
      if !isWrappedInIteration { return wrap() }
      try await stress(iterations: 1) { _ in wrap() }
    }
    root.close()

    let other = DependencyRoot(owner: RecordingOwner("other()"))
    try await Frame.bind(RootFrame(other)) {
      if isWrappedInIteration { return call() }
      try await stress(iterations: 1) { _ in call() }
    }

    #expect(other.finishAudits()?.message.hasPrefix("API.save was called once, but") == true)
  }

  @Test func `a call to closures of several ended tests names all of these tests`() {
    let spy = Spy<Int, Void>("API.save")
    let closures = ["pays()", "saves()", "pays()"].map { name in
      let root = DependencyRoot(owner: RecordingOwner(name))
      defer { root.close() }
      return Frame.bind(RootFrame(root)) { spy.wrap { _ in } }
    }

    let other = DependencyRoot(owner: RecordingOwner("other()"))
    Frame.bind(RootFrame(other)) { for save in closures { save(1) } }

    #expect(
      other.finishAudits()?.message == """
        API.save was called 3 times, but the called closures were wrapped in the tests "pays()", "saves()", which have \
        ended, and this test did not check the calls. Find the object that still uses the closures, such as a singleton, \
        and create it anew in each test.
        """
    )
  }

  @Test func `a late call is not attributed to a later test at the same address`() {
    let spy = Spy<Int, Void>("API.save")
    let save = inTest { spy.wrap { _ in } }
    root.close()
    // Each test is deallocated before the next one is created, so the next one often gets the same
    // address.
    func late() {
      let ended = DependencyRoot(owner: RecordingOwner("ended()"))
      ended.close()
      Frame.bind(RootFrame(ended)) { save(1) }
    }

    for _ in 0..<20 {
      late()
      let next = DependencyRoot(owner: RecordingOwner("next()"))
      Frame.bind(RootFrame(next)) {
        let save: @Sendable (Int) -> Void = spy.wrap { _ in }
        save(1)
      }

      #expect(next.finishAudits() == nil)
    }
  }

  @Test func `a test that checks the calls can use a closure that an ended test has wrapped`() {
    #expect(issueInOtherTest { $0.expectCalls([1, 2]) } == nil)
  }
}
