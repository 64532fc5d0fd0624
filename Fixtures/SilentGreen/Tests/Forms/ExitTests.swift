import Dependence
import Foundation
import Testing

#if LINKS_TESTING
import DependenceTesting
#endif

/// Exit tests with an error in the child process.
struct ExitTests {
  @Test func reports() async {
    guard let cell = Cell.current, cell.form == "ExitTests" else { return }
    switch cell.place {
    case "nowhere":
      await #expect(processExitsWith: .success) {}
    case "trap":
      await #expect(processExitsWith: .failure) {
        trapUnimplemented("Client.fetch")
      }
    case "trapIsMissing":
      await #expect(processExitsWith: .failure, "this may not get lost") {}
    case "reportThenReturn":
      await #expect(processExitsWith: .success) { reportIssue("this may not get lost") }
    case "reportThenExpectedFailure":
      await #expect(processExitsWith: .failure) { reportIssue("this may not get lost") }
    case "reportThenExpectedExit":
      await #expect(processExitsWith: .exitCode(3)) {
        reportIssue("this may not get lost")
        exit(3)
      }
    case "reportThenExpectedTrap":
      await #expect(processExitsWith: .failure) {
        reportIssue("this may not get lost")
        trapUnimplemented("Client.fetch")
      }
    case "reportOnThreadThenExpectedExit":
      await #expect(processExitsWith: .exitCode(3)) {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            reportIssue("this may not get lost")
            continuation.resume()
          }
        }
        exit(3)
      }
    #if LINKS_TESTING
    case "leftoverThenExpectedFailure":
      await #expect(processExitsWith: .failure) {
        let clock = TestClock()
        Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
      }
    #endif
    default:
      fatalError("There is no place \(cell.place)")
    }
  }
}
