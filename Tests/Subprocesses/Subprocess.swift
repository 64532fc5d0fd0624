package import Foundation

/// Functions that run other programs without blocking a thread that runs tasks.
package enum Subprocess {
  /// Runs a program until it ends.
  ///
  /// - Parameter deadline: The time in seconds after which the program is killed. A test of a
  ///   program that hangs therefore fails instead of hanging.
  /// - Throws: An error of Foundation, if the program cannot be started.
  @concurrent
  package static func run(
    _ program: URL,
    _ arguments: [String],
    environment: [String: String] = [:],
    deadline: Double
  ) async throws -> Transcript {
    let outputFile = FileManager.default.temporaryDirectory
      .appending(path: "subprocess-\(UUID().uuidString).txt")
    try Data().write(to: outputFile)
    defer { try? FileManager.default.removeItem(at: outputFile) }
    // The output is written to a file instead of a pipe. A file cannot fill up, and a child process
    // of the program that keeps the file open does not block this function.
    let output = try FileHandle(forWritingTo: outputFile)

    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = inherited.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice

    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
        let pid = process.processIdentifier
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline) { [weak process] in
          if let process, process.isRunning { kill(pid, SIGKILL) }
        }
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    try output.close()

    let set = environment.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
    let quoted = arguments.map { $0.contains(/[^\w\-.\/=]/) ? "'\($0)'" : $0 }
    return Transcript(
      command: (set + [program.path] + quoted).joined(separator: " "),
      ending: process.terminationReason == .exit
        ? .exit(process.terminationStatus) : .signal(process.terminationStatus),
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    )
  }

  /// Runs another instance of the current program until it ends.
  package static func runSelf(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> Transcript {
    let program = URL(filePath: CommandLine.arguments[0])
    return try await run(program, arguments, environment: environment, deadline: 600)
  }

  /// Runs another program of this package until it ends.
  ///
  /// - Parameter name: The name of the program's product, which is in the same folder as the
  ///   current program.
  package static func run(
    product name: String,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> Transcript {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return try await run(
      folder.appending(path: name),
      arguments,
      environment: environment,
      deadline: 300
    )
  }

  /// The environment of this process, without the variables that mark it as a test process, and
  /// without the variables of this package. `NO_COLOR` prevents escape codes in the output.
  private static let inherited = ProcessInfo.processInfo.environment
    .filter { name, _ in
      !["XCTest", "SWT_", "SWIFT_TESTING", "SILENT_GREEN_", "DEPENDENCE_"]
        .contains { name.hasPrefix($0) }
    }
    .merging(["NO_COLOR": "1"]) { $1 }
}
