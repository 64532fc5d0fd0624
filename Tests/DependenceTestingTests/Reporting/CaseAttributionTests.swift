import Dependence
import DependenceTesting
import Foundation
import Testing

private let isProbing = ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil

/// Cases of a parameterized test, of which one runs code in the scope of the other.
/// `CaseAttributionTests` runs them in a separate process.
@Suite(.enabled(if: isProbing, "only started by CaseAttributionTests"), .dependencies)
struct CaseAttributionProbes {
  private static let scope = LockBox<CapturedDependencies?>(nil)
  private static let isReported = LockBox(false)

  @Test(arguments: [1, 2]) func `cases that run at the same time`(number: Int) async {
    if number == 1 {
      Self.scope.setValue(captureDependencies())
      while !Self.isReported.withValue(\.self) { await Task.yield() }
    } else {
      while Self.scope.withValue({ $0 == nil }) { await Task.yield() }
      withKnownIssue(isIntermittent: true) {
        Self.scope.withValue(\.self)?.run { reportIssue("belongs to case 1") }
      }
      Self.isReported.setValue(true)
    }
  }
}

struct CaseAttributionTests {
  @Test func `an issue in the scope of another case fails that case`() async throws {
    let run = try await TestBinary(
      filter: "CaseAttributionProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("belongs to case 1"), "\(run.output)")
    #expect(!run.output.contains("known issue"), "\(run.output)")
  }
}
