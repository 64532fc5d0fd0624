import DependenceFoundation
import DependenceSimulation
import DependenceTesting
import Foundation
import Reminders
import Testing

/// Tests that run the service in many different schedules.
struct ReminderScheduleTests {
  @Test(.enabled(if: Simulation.isSupported), .explore(500))
  func `a reminder that is cancelled the moment it is due ends in one way`() async throws {
    let write = Spy<String, Void>("Output.write")
    let (lines, requests) = AsyncStream.makeStream(of: String.self)

    try await withDependencies {
      $0.continuousClock = ContinuousClock()
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.output.write = write.wrap { _ in }
    } operation: {
      async let service: Void = ReminderService().run(lines)
      requests.yield(#"{"remind":"tea","after":10}"#)
      try await Task.sleep(for: .seconds(10))
      requests.yield(#"{"cancel":"tea"}"#)
      requests.finish()
      await service
    }

    let endings = write.calls.map(\.arguments).filter {
      $0.contains("due") || $0.contains("cancelled")
    }
    #expect(endings.count == 1)
  }
}
