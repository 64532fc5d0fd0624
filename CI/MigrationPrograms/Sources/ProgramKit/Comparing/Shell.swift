import Foundation

/// A command's exit code and the text that it printed.
struct ShellResult {
  var code: Int32
  var output: String
  var errors: String
}

/// Runs a command and waits for it to exit.
func run(_ command: [String], in folder: URL? = nil) throws -> ShellResult {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  if let folder { process.currentDirectoryURL = folder }
  // Redirect the output to files. A pipe that is not read while the command runs could fill up and
  // block the command.
  let files = ["output", "errors"].map {
    FileManager.default.temporaryDirectory.appending(path: "programs-\(UUID().uuidString).\($0)")
  }
  defer { for file in files { try? FileManager.default.removeItem(at: file) } }
  let handles = try files.map { file in
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    return try FileHandle(forWritingTo: file)
  }
  process.standardOutput = handles[0]
  process.standardError = handles[1]
  try process.run()
  process.waitUntilExit()
  let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
  return ShellResult(code: process.terminationStatus, output: texts[0], errors: texts[1])
}
