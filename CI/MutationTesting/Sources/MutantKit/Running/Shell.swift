import Foundation

/// Runs other programs.
enum Shell {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let seconds: Double
    /// True if the program was stopped because its time was over.
    let isOverTime: Bool
  }

  /// Runs a program, and everything that it starts, to the end or for so many seconds.
  ///
  /// - Parameter isDecided: Is asked of the output so far, several times a second. If it says yes, the program is stopped.
  static func run(
    _ command: [String],
    in folder: URL,
    environment: [String: String] = [:],
    seconds: Int,
    until isDecided: (@Sendable (_ output: String) -> Bool)? = nil
  ) async throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID()).txt")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // `timeout` gives the program a process group of its own, and ends the whole of it.
    process.arguments = ["timeout", "-s", "KILL", "\(seconds)"] + command
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1"]) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    let start = ContinuousClock.now
    let watch = isDecided.map { isDecided in
      Task {
        while true {
          try await Task.sleep(for: .milliseconds(200))
          guard isDecided(String(decoding: try Data(contentsOf: file), as: UTF8.self)) else {
            continue
          }
          return kill(-process.processIdentifier, SIGKILL)
        }
      }
    }
    defer { watch?.cancel() }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    try output.close()
    let took = (ContinuousClock.now - start) / .seconds(1)
    let isKilled = process.terminationReason != .exit || process.terminationStatus == 137
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try Data(contentsOf: file), as: UTF8.self),
      seconds: took,
      isOverTime: isKilled && took >= Double(seconds)
    )
  }

  /// The output of a program.
  ///
  /// - Throws: ``Failed`` where it fails.
  static func output(_ command: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(command: command) }
    return String(decoding: data, as: UTF8.self)
  }

  struct Failed: Error, CustomStringConvertible {
    let command: [String]
    var description: String { "\(command.joined(separator: " ")) failed" }
  }
}
