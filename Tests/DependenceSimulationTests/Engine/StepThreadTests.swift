import DependenceSimulation
import Foundation
import Synchronization
import Testing

struct StepThreadTests {
  /// The processors on which the current thread may run.
  private static var processors: String? {
    let status = try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }.map(String.init)
  }

  // While a simulation wakes one of its threads, it restricts the thread to the processor of the
  // waking thread. The restriction must end before the woken thread runs simulated code.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `simulated code may run on every processor`() async throws {
    let usual = try #require(Self.processors)
    let seen = Mutex<Set<String?>>([])

    try await explore(schedules: 100) { _ in
      let task = Task { Self.processors }
      let processors = Self.processors
      let both = [processors, await task.value]
      seen.withLock { $0.formUnion(both) }
    }

    #expect(seen.withLock(\.self) == [usual])
  }
}
