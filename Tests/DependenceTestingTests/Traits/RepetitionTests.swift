import Foundation
import Testing

struct RepetitionTests {
  // This test runs another test of this binary three times in one process. The other test fails if
  // two of its cases read the same default, even in different repetitions.
  @Test func `with a trait, every repetition computes its own defaults`() async throws {
    let run = try await TestBinary(
      filter: "FreshRootTests/.with a trait, every case computes its own defaults",
      arguments: ["--repetitions", "3"]
    )

    #expect(run.hasPassed, "\(run.output)")
    #expect(run.output.components(separatedBy: "with 20 test cases passed").count == 4)
  }
}
