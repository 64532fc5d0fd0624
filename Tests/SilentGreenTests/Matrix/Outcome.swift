import Subprocesses
import Testing

/// The outcome of an error. See ``Matrix``.
enum Outcome: String, Sendable {
  case passes
  case named
  case relayed
  case relayedInTime
  case unknown
  case unclaimed
  case searched
  case ended
  case exited
  case preparing
  case endedNext
  case next
  case tornDown
  case outside
  case unlinked
  case unexplained
  case lost
}

/// A cell and its required outcome.
struct Expected: Sendable, Hashable, CustomTestStringConvertible {
  var cell: Cell
  var form: Form
  var outcome: Outcome

  var testDescription: String { "\(cell.testDescription) → \(outcome)" }
}

// MARK: - Checking

extension Expected {
  /// Returns the differences between the output of this cell and its required outcome. The array is
  /// empty if there are none.
  func problems(in transcript: Transcript) -> [String] {
    var problems: [String] = []
    func expect(_ condition: Bool, _ problem: String) {
      if !condition { problems.append(problem) }
    }
    expect(
      transcript.ending == (isGreen ? .exit(0) : .exit(1)),
      "the process should \(isGreen ? "pass" : "fail with exit code 1")"
    )
    expect(
      isGreen || outcome == .unexplained || transcript.contains(message),
      "the output should contain \"\(message)\""
    )
    for test in form.bystanders where test != form.nextTest || !blamesNextTest {
      expect(transcript.passed(test, in: form), "\(test) should pass")
    }
    let filed = transcript.lines.filter { $0.contains(issueMark) }
    func expectFiled(under test: String, times: ClosedRange<Int> = 1...1) {
      expect(
        times.contains(filed.count)
          && filed.allSatisfy {
            $0.contains(form.issueLine(of: test, at: cell.place)) && $0.contains(site)
          },
        "there should be \(times) issue(s), under \(test), at \(site)"
      )
    }

    switch outcome {
    case .passes, .lost:
      expect(transcript.passed(form.reportingTest, in: form), "\(form.reportingTest) should pass")
      expect(filed.isEmpty, "there should be no issue")
      expect(!transcript.contains("dependence:"), "the library should say nothing")
    case .named:
      // The parent of an exit test may also report that the child's exit status was not expected.
      expectFiled(under: form.reportingTest, times: form == .exitTests ? 1...2 : 1...1)
      expect(transcript.failed(form.reportingTest, in: form), "\(form.reportingTest) should fail")
      expect(!transcript.contains("dependence:"), "the library should have nothing to add")
    case .relayed:
      // The process may end before the runner prints the issue. In this case, the library prints
      // it.
      let isPrinted = filed.isEmpty && transcript.contains(endedNote) && transcript.contains(site)
      if !isPrinted { expectFiled(under: form.reportingTest) }
    case .relayedInTime:
      // The test reports twice, and waits for the first issue.
      expectFiled(under: form.reportingTest, times: 1...2)
      expect(transcript.failed(form.reportingTest, in: form), "\(form.reportingTest) should fail")
    case .unknown:
      // Swift Testing prints the issue once for each configuration that is active.
      expectFiled(under: "«unknown»", times: 1...9)
      expect(transcript.contains("outside all tests"), "it should say that there was no test")
    case .unclaimed:
      expectFiled(under: "«unknown»", times: 1...100)
    case .searched:
      expect(
        filed.contains { $0.contains(form.issueLine(of: "«unknown»", at: cell.place)) },
        "there should be an issue under «unknown»"
      )
      expect(transcript.failed(form.reportingTest, in: form), "\(form.reportingTest) should fail")
      expect(transcript.contains("Replay this schedule"), "it should print the token")
    case .ended:
      expect(transcript.contains(endedNote), "it should name \(form.reportingTest)")
      expect(transcript.contains(site), "it should name \(site)")
    case .exited:
      expect(
        transcript.contains(#"exited while the test "\#(form.reportingTest)" was running"#),
        "it should name \(form.reportingTest)"
      )
      expect(transcript.contains(site), "it should name \(site)")
    case .preparing:
      expect(transcript.contains("before the test \"takes"), "it should name the test")
      expect(transcript.contains(site), "it should name \(site)")
    case .endedNext:
      expect(transcript.contains(endedNote), "it should name \(form.reportingTest)")
      expectFiled(under: form.nextTest)
    case .next:
      expectFiled(under: form.nextTest)
    case .tornDown:
      expect(
        transcript.contains(#"the test "\#(form.reportingTest)" was being torn down"#),
        "it should name \(form.reportingTest)"
      )
      expect(transcript.contains("DependencyTestCase"), "it should name the base class that helps")
      expect(transcript.contains(site), "it should name \(site)")
    case .outside:
      expect(transcript.contains("outside all tests"), "it should say that there was no test")
      expect(transcript.contains(site), "it should name \(site)")
    case .unlinked:
      for product in cell.links.missing where cell.links == .core || product == ownProduct {
        expect(transcript.contains(product), "it should name the product \(product)")
      }
      expect(transcript.contains(site), "it should name \(site)")
    case .unexplained:
      expectFiled(under: form.reportingTest)
      expect(transcript.failed(form.reportingTest, in: form), "\(form.reportingTest) should fail")
    }
    return problems
  }

  private var isGreen: Bool { outcome == .passes || outcome == .lost }

  private var blamesNextTest: Bool { outcome == .next || outcome == .endedNext }

  private var message: String {
    switch cell.place {
    case "lateReadCaptured": "Number.Key was read in the scope of the test"
    case "leftoverSleeper", "leftoverThenExpectedFailure":
      "The test ended while 1 task slept on its TestClock"
    case "unfinishedCall": "1 call to Client.poll was still running when the test ended"
    case "unawaitedCheck": "This call of expectUnimplemented had not returned when the test ended"
    case "lateCheck": "waitForCalls was called in the scope of the test"
    case "lateCall": "Client.fetch was called in the scope of the test"
    case "lateSleep": "was used for a sleep in the scope of the test"
    case "unexpectedCall": "Client.fetch was called once instead of exactly 0 times"
    case "failedIteration": "An iteration of stress threw"
    case "timeForNobody": "for 1 task to sleep before it moved time"
    case "unusedOverride": "was never read"
    case "strictRead": "was read without an override, which is an issue in a strict scope"
    case "missingCall": "Expected Client.fetch to be called while unimplemented"
    case "missingIssue": "Expected a matching issue to be reported"
    case "initialValue": "Flags.isOn was called, but is unimplemented here"
    case "constantInitialValue": "Flags.isNew was called, but is unimplemented here"
    case "detachedPreparation", "lateSetup": "prepareDependencies was ignored"
    case "race" where form.explores: "Schedule 1 of "
    case "deadlock": "Deadlock after 0.0 seconds of virtual time"
    case "livelock": "The body of the simulation did not return within"
    case "leftoverTask":
      "1 task had not ended when the body of the simulation returned: task \"left\""
    case "outsideWork": "Code outside the simulation resumed one of its tasks"
    case "badToken": "\"nonsense\" is not a replay token"
    case "failsOnce": "A schedule failed, but"
    case "differs", "failsFirst": "The same schedule gave two different runs"
    case "unrecordedCall":
      "RatesClient.fetch(\"USD\") was not recorded, so it was not executed."
    case "damagedRecording": ".json, line 4, cannot be read: "
    case "recordingInCI": "continuous integration must not write recordings"
    case "differentResponse": "1 of 1 call differs from the recording:"
    case "sharedRecording": "use the same recording"
    default: "this may not get lost"
    }
  }

  /// The file of the fixture in which the error is reported.
  private var site: String {
    switch form {
    case .exitTests, .assertionTests, .expectationCase, .recordingTests, .recordingCase:
      "\(form.rawValue).swift:"
    case .syncSimulationCase where ["deadlock", "livelock", "badToken"].contains(cell.place):
      // XCTest does not print where an error was thrown.
      "<EXPR>:"
    case _ where form.isSimulation:
      [
        "race", "taskExpects", "detachedExpects", "detachedReports", "chosen", "cancelled",
        "crashed",
      ].contains(cell.place) ? "SimulatedFailure.swift:" : "\(form.rawValue).swift:"
    default:
      form.isHarness
        ? "TestFailure.swift:"
        : cell.place == "lateReadCaptured" ? "Place+Reporting.swift:" : "Report.swift:"
    }
  }

  private var endedNote: String {
    #"the scope of the test "\#(form.reportingTest)", which has ended"#
  }

  private var ownProduct: String { form.isXCTest ? "DependenceXCTest" : "DependenceTesting" }

  /// The text that marks each line in which the runner prints an issue.
  private var issueMark: String { form.isXCTest ? ": error: " : " recorded an issue" }
}

extension Transcript {
  fileprivate func passed(_ test: String, in form: Form) -> Bool {
    ended(test, "passed", in: form)
  }

  fileprivate func failed(_ test: String, in form: Form) -> Bool {
    ended(test, "failed", in: form)
  }

  private func ended(_ test: String, _ result: String, in form: Form) -> Bool {
    lines.contains { line in
      form.isXCTest
        ? line.contains("Test Case '\(test)' \(result)")
        : line.contains("Test \(test)") && line.contains(" \(result) after ")
    }
  }
}
