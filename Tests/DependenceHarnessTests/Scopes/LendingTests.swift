import Dependence
import DependenceHarness
import TestKeys
import Testing

struct LendingTests {
  private let root = DependencyRoot(owner: SilentOwner())
  private let freed = Lock<[Int]>([])

  private func lend(
    _ number: Int,
    line: Int = #line,
    tearDown: @escaping @Sendable (Int) throws -> Void
  ) -> Int {
    ScopeLayer.enter(over: RootFrame(root), at: .unknown) {
      $0.lend(number, as: \.number, tearDown: tearDown, line: line)
    } operation: {
      DependencyValues.current.number
    }
  }

  @Test func `a lent resource is an override, and is freed once at the end of the test`() {
    #expect(lend(7) { number in freed.withLock { $0.append(number) } } == 7)
    #expect(freed.withLock { $0 } == [])

    #expect(root.finishAudits() == nil)
    #expect(root.finishAudits() == nil)

    #expect(freed.withLock { $0 } == [7])
  }

  @Test func `a resource that is lent after the end of the test is freed and reported`() {
    let owner = RecordingOwner()
    let root = DependencyRoot(owner: owner)
    root.close()

    ScopeLayer.enter(over: RootFrame(root), at: .unknown) {
      $0.lend(7, as: \.number) { number in freed.withLock { $0.append(number) } }
    } operation: {
    }

    #expect(freed.withLock { $0 } == [7])
    #expect(owner.issues.contains { $0.message.contains("lent after the test had ended") })
  }

  @Test func `resources are freed in reverse order`() {
    ScopeLayer.enter(over: RootFrame(root), at: .unknown) {
      for number in 1...3 {
        $0.lend(number, as: \.number) { number in freed.withLock { $0.append(number) } }
      }
    } operation: {
    }

    #expect(root.finishAudits() == nil)

    #expect(freed.withLock { $0 } == [3, 2, 1])
  }

  @Test func `an override that only a tearDown closure reads is used`() {
    let overrides = UnusedOverrides(askedForAt: SourceSite())
    root.add(overrides)
    ScopeLayer.enter(over: RootFrame(root).observed(by: overrides), at: .unknown) {
      $0.text = "logger"
      $0.lend(7, as: \.number) { _ in
        #expect(DependencyValues.current.text == "logger")
        #expect(DependencyValues.current.number == 7)
      }
    } operation: {
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `a check that begins while a resource is freed still runs`() {
    let root = root
    _ = lend(7) { _ in root.add(UncheckedRoot()) }

    #expect(root.finishAudits()?.message == "unchecked")
  }

  @Test func `an error while freeing a resource is reported where it was lent`() throws {
    let line = #line + 1
    _ = lend(7) { _ in throw TestFailure() }

    let report = try #require(root.finishAudits())

    #expect(
      report.message == """
        The tearDown closure of the resource that was lent here threw TestFailure(). Check that the \
        resource was freed.
        """
    )
    #expect(report.kind == .leftover)
    #expect(report.site.line == line)
  }
}

private final class UncheckedRoot: RootAudit {
  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    [DependencyIssue("unchecked", kind: .leftover, at: .unknown)]
  }
}
