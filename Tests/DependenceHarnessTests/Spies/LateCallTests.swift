import Dependence
import DependenceHarness
import Testing

/// Calls to spied endpoints that begin after their test has ended.
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

  @Test func `a late call outside all tests is reported to the test that created the spy`() async {
    let save = inTest { Spy<Int, Void>("API.save") }.wrap { _ in }
    root.close()

    await Task.detached { save(1) }.value

    #expect(
      owner.issues.map(\.message) == [
        """
        API.save was called outside all tests, and its spy was created in the scope of the test "pays()", which has \
        ended. Await the work that uses it, or cancel and await it, before the test ends.
        """
      ]
    )
  }

  @Test func `a call in an open test is not late, even if the spy's test has ended`() {
    let save = inTest { Spy<Int, Void>("API.save") }.wrap { _ in }
    root.close()
    let other = RecordingOwner("other")

    Frame.bind(RootFrame(DependencyRoot(owner: other))) { save(1) }

    #expect(owner.issues.isEmpty)
    #expect(other.issues.isEmpty)
  }
}
