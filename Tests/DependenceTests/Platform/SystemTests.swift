import Dependence
import Foundation
import Testing

struct SystemTests {
  @Test func `text of any length is written to standard error completely`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      for count in [3, 1, 0, 200_000, 1] {
        System.writeToStandardError(String(repeating: "e\n", count: count))
      }
      System.writeToStandardError("!")
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.hasSuffix("!"))
    #expect(output.count { $0 == "e" } == 200_005)
  }

  @Test func `a test process writes only ASCII to standard error`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      System.writeToStandardError("caf\u{E9} \u{2192} \u{201C}a\u{201D}\u{2026}\n")
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("caf\\u{00E9} -> \"a\"...\n"), "\(output)")
  }

  @Test func `writing to a closed standard error has no effect`() async {
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      System.writeToStandardError("unread")
      exit(EXIT_SUCCESS)
    }
  }

  @Test func `the processor time increases during work`() {
    let start = System.processorTime
    let sum = (0..<100_000).reduce(0, &+)

    #expect(start > .zero)
    #expect(System.processorTime > start, "after the sum \(sum)")
  }
}
