import Foundation
import Testing

/// Misuse that the compiler must reject, each with the error that a user sees.
struct CompileFailureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/MustNotCompile")

  private static func fixtures() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: try fixtures())
  func `misuse does not compile`(fixture: String) throws {
    let file = Self.folder.appending(path: fixture)
    let firstLine = try #require(
      String(contentsOf: file, encoding: .utf8).split(separator: "\n").first
    )
    let expected = firstLine.trimmingPrefix("// ")

    let (status, output) = try typecheck(file)

    #expect(status != 0)
    #expect(output.contains(expected), "the compiler said:\n\(output)")
  }

  /// Compiles up to, and with, the checks of ownership, which a mere type-check leaves out.
  private func typecheck(_ file: URL) throws -> (status: Int32, output: String) {
    // The test binary lies beside the modules that it was built with.
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-sil", "-swift-version", "6", "-parse-as-library", "-I", modules.path,
      "-o", "/dev/null", file.path,
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
