import Foundation

/// A namespace for functions that run other programs, such as builds and tests.
enum Shell {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let seconds: Double
    /// Whether the program was killed because it exceeded its time limit.
    let isOverTime: Bool
  }

  /// Runs a program and waits for it to exit. After `seconds`, kills the program and all processes
  /// that it has started.
  ///
  /// - Parameter isDecided: A closure that receives the program's current output several times per
  ///   second. The program is killed as soon as the closure returns `true`.
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
    process.arguments = command
    process.currentDirectoryURL = folder
    let run = "\(UUID())"
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1", "MUTANTS_RUN": run]) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    let start = ContinuousClock.now
    let watch = Task {
      while true {
        try await Task.sleep(for: .milliseconds(200))
        let isOverTime = ContinuousClock.now - start >= .seconds(seconds)
        if try isOverTime
          || isDecided?(String(decoding: Data(contentsOf: file), as: UTF8.self)) == true
        {
          kill(-process.processIdentifier, SIGKILL)
          killAll(markedWith: "MUTANTS_RUN=\(run)")
          return isOverTime
        }
      }
    }
    // Cancel the task `watch` even if the process cannot be started. Otherwise, the task would
    // later kill this program, because the identifier of a process that was not started is 0.
    defer { watch.cancel() }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    watch.cancel()
    try output.close()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try Data(contentsOf: file), as: UTF8.self),
      seconds: (ContinuousClock.now - start) / .seconds(1),
      isOverTime: (try? await watch.value) == true
    )
  }

  /// Kills all processes whose environment contains the given variable.
  ///
  /// Killing the program's process group is not enough. If the program starts a child process with
  /// Foundation, the child has its own process group and would survive. In that case, Foundation
  /// would also consider the program to be running until the child exits.
  private static func killAll(markedWith variable: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in names.compactMap(Int32.init) {
      let environment = FileHandle(forReadingAtPath: "/proc/\(process)/environ")
      if environment?.readDataToEndOfFile().range(of: Data(variable.utf8)) != nil {
        kill(process, SIGKILL)
      }
    }
  }

  /// Runs a program, waits for it to exit, and returns its standard output.
  ///
  /// - Throws: ``Failed`` if the program's exit status is not 0.
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
