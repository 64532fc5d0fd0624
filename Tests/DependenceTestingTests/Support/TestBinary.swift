import Foundation

/// This test binary, started once more.
struct TestBinary {
  let status: Int32
  let output: String

  /// Runs the Swift Testing tests that `filter` selects, and waits for them.
  init(filter: String, arguments: [String] = [], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--testing-library", "swift-testing", "--filter", filter] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1"].merging(environment) { $1 }) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
