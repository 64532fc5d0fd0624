import Dependence
import Testing

@testable import DependenceHarness

struct RootAuditTests {
  private let root = DependencyRoot(owner: SilentOwner())

  @Test func `an audit that is added twice runs once`() {
    let audit = Leftover("a clock ran", at: 1)
    root.add(audit)
    root.add(audit)

    #expect(root.finishAudits() == DependencyIssue("a clock ran", kind: .leftover, at: site(1)))
    #expect(root.finishAudits() == nil)
    #expect(audit.inspections.value == 1)
  }

  @Test func `an audit that is added again after it ran runs again`() {
    let audit = Leftover("a clock ran", at: 1)
    root.add(audit)
    _ = root.finishAudits()
    root.add(audit)

    #expect(root.finishAudits() != nil)
    #expect(audit.inspections.value == 2)
  }

  @Test func `several findings are combined into one issue at the location of the first`() {
    root.add(Leftover("a clock ran", at: 1))
    root.add(Leftover("a call ran", at: 2))

    let message = """
      2 problems were found at the end of the test:
      - \(site(1)): a clock ran
      - \(site(2)): a call ran
      """
    #expect(root.finishAudits() == DependencyIssue(message, kind: .leftover, at: site(1)))
  }

  @Test func `a closed root runs no audits`() {
    root.close()
    root.add(Leftover("a clock ran", at: 1))

    #expect(root.finishAudits() == nil)
  }

  @Test func `a check that is added while other checks run at the end runs, too`() {
    let late = Leftover("a task slept again", at: 2)
    root.add(Leftover("a task slept", at: 1) { [root] in root.add(late) })

    let message = """
      2 problems were found at the end of the test:
      - \(site(1)): a task slept
      - \(site(2)): a task slept again
      """
    #expect(root.end() == DependencyIssue(message, kind: .leftover, at: site(1)))
    #expect(root.isClosed)
  }
}

private func site(_ line: Int) -> SourceSite {
  SourceSite(fileID: "A/A.swift", filePath: "A.swift", line: line, column: 1)
}

private final class Leftover: RootAudit {
  let inspections = Counter()
  private let issue: DependencyIssue
  private let onFinish: @Sendable () -> Void

  init(_ message: String, at line: Int, onFinish: @escaping @Sendable () -> Void = {}) {
    issue = DependencyIssue(message, kind: .leftover, at: site(line))
    self.onFinish = onFinish
  }

  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    inspections.add(1)
    onFinish()
    return [issue]
  }
}
