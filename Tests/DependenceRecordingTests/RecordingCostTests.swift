import DependenceTesting
import Foundation
import TestEffort
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of the processor time that recordings need. Other work on the machine affects processor
/// time less than elapsed time.
@Suite(.dependencies, .serialized) struct RecordingCostTests {
  private let folder = RecordingFolder()

  /// Returns the contents of a recording with `count` calls.
  private func contents(_ count: Int) -> RecordingContents {
    RecordingContents(
      (0..<count).map { number in
        RecordedCall(
          endpoint: "Weather.celsius",
          arguments: JSONText("[\"city \(number)\"]"),
          outcome: .returned(JSONText("\(number)"))
        )
      }
    )
  }

  /// Returns the processor time of this thread in seconds that an operation takes. The operation
  /// runs five times, and the shortest time counts.
  private func processorTime(_ operation: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    var best = Double.infinity
    for _ in 0..<5 {
      let start = now()
      try operation()
      best = min(best, now() - start)
    }
    return best
  }

  @Test(.disabled(if: Effort.isWatched, "ThreadSanitizer makes every access slow."))
  func `replaying 1,000 calls takes less than 20 milliseconds`() {
    let contents = contents(1_000)

    var mismatches = 0
    let time = processorTime {
      let session = RecordingSession(
        .replay,
        of: TestIdentity(name: "test"),
        in: folder.file(),
        contents,
        Redaction(nil),
        at: SourceSite()
      )
      let celsius: @Sendable (String) -> Int = Recorder(session, at: SourceSite())
        .wrap("Weather.celsius") { (_: String) -> Int in -1 }
      for number in 0..<1_000 where celsius("city \(number)") != number { mismatches += 1 }
    }

    #expect(mismatches == 0)
    // Replaying takes less than 5 ms. The limit is higher, because other work on the processor can
    // make it a few times slower.
    #expect(time < 0.02)
  }

  @Test func `loading a recording takes linear time`() throws {
    func time(_ count: Int) throws -> Double {
      let bytes = Array(contents(count).text(of: "test").utf8)
      return try processorTime { _ = try RecordingContents(parsing: bytes) }
    }
    let (small, large) = (try time(1_000), try time(10_000))

    #expect(large < 15 * small)
  }
}
