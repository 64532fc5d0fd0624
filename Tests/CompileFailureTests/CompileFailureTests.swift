import Foundation
import Subprocesses
import Testing

/// Tests that the compiler rejects each misuse of the library with the error that its fixture
/// expects.
struct CompileFailureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/MustNotCompile")

  private static func fixtures() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: try fixtures())
  func `misuse does not compile`(fixture: String) async throws {
    let file = Self.folder.appending(path: fixture)
    let firstLine = try #require(
      String(contentsOf: file, encoding: .utf8).split(separator: "\n").first
    )
    let expected = firstLine.trimmingPrefix("// ")

    let transcript = try await typecheck(file)

    #expect(transcript.ending != .exit(0))
    #expect(transcript.output.contains(expected), "\(transcript)")
  }

  /// Compiles the file without generating machine code. The compiler then also checks the ownership
  /// of values, which it does not do if it only type-checks the file.
  private func typecheck(_ file: URL) async throws -> Transcript {
    // The test binary is in the same folder as the modules and the plugin with which it was built.
    let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let modules = build.appending(path: "Modules")
    let plugin = build.appending(path: "DependenceMacrosPlugin-tool")
    return try await Subprocess.run(
      URL(filePath: "/usr/bin/env"),
      [
        "swiftc", "-emit-sil", "-swift-version", "6", "-parse-as-library", "-I", modules.path,
        "-load-plugin-executable", "\(plugin.path)#DependenceMacrosPlugin",
        "-o", "/dev/null", file.path,
      ],
      deadline: 600
    )
  }
}
