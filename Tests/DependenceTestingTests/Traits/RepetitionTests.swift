import Foundation
import Testing

struct RepetitionTests {
  /// Runs another test of this binary three times in one process. It fails if two of its cases,
  /// in whatever repetition, see the same default.
  @Test func `with a trait, every repetition computes its own defaults`() throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [
      "--testing-library", "swift-testing", "--repetitions", "3",
      "--filter", "FreshRootTests/.with a trait, every case computes its own defaults",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()

    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.components(separatedBy: "with 20 test cases passed").count == 4)
  }
}
