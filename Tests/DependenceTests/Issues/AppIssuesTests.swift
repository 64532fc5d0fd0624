import Foundation
import Subprocesses
import Testing

/// Tests that an app prints its issues to standard error and continues to run.
struct AppIssuesTests {
  @Test(arguments: ["live", "preview"])
  func `an app prints issues, repeated ones less and less often`(context: String) async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      ["issues"],
      environment: ["DEPENDENCE_CONTEXT": context]
    )

    let preparations = try lines(containing: "prepareDependencies {")
    let loops = try lines(containing: "This is wrong")
    try #require(preparations.count == 2)
    let loop = try #require(loops.first)
    #expect(
      transcript.lines.map { $0.replacing(/^\/.*\/(.*):\d+: warning/) { "\($0.1)" } } == [
        """
        Probe+Issues.swift:\(preparations[1]): prepareDependencies was ignored, because it was \
        already called at AppProbe/Probe+Issues.swift:\(preparations[0]). Move the assignments of \
        this call into that call.
        """,
        "Probe+Issues.swift:\(loop): This is wrong 1.",
        "Probe+Issues.swift:\(loop): This is wrong 2. (2 times)",
        "Probe+Issues.swift:\(loop): This is wrong 4. (4 times)",
        "Probe+Issues.swift:\(loop): This is wrong 8. (8 times)",
        "first",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(0))
  }

  /// Returns the numbers of the lines of the app's source code that contain `text`.
  private func lines(containing text: String) throws -> [Int] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "AppProbe/Probe+Issues.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    return source.components(separatedBy: "\n").enumerated()
      .filter { $0.element.contains(text) }.map { $0.offset + 1 }
  }

  @Test func `an app prints only the issues that its reporter does not handle`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["reporters"])

    #expect(
      transcript.lines.map { $0.replacing(#/^.*: warning: /#, with: "") } == [
        "This is not.", "This is collected no more.", "done",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(0))
  }

  @Test
  func `a program that a test launches in the context test passes its issues to this test`()
    async throws
  {
    let report = FileManager.default.temporaryDirectory
      .appending(path: "launch-report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: report) }

    let transcript = try await Subprocess.run(
      product: "AppProbe",
      ["unimplemented"],
      environment: ["DEPENDENCE_CONTEXT": "test", "DEPENDENCE_LAUNCH_REPORT": report.path]
    )

    let issue = """
      warning: Mail.send was called, but is unimplemented here. Override it, for example in withDependencies { … } or, for \
      the whole app, prepareDependencies { … }.
      """
    let text = try String(contentsOf: report, encoding: .utf8)
    #expect(text.hasPrefix("reported an issue: /"), "\(text)")
    #expect(text.hasSuffix("\(issue)\n"), "\(text)")
    #expect(
      transcript.lines.map { $0.replacing(#/^.*: warning: /#, with: "warning: ") } == [
        Substring(issue.replacing("…", with: "...")),
        """
          A test launched this program with DEPENDENCE_CONTEXT=test, so this program and the process of the test fail.
        """,
        """
        dependence: This program, which a test launched, fails: 1 issue could not be recorded on a running test (printed \
        above)
        """,
        "done",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(1))
  }

  @Test func `an app reports an interface without a live value and continues`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["context"])

    #expect(transcript.contains("warning: AppProbe.InterfaceKey has no live value, so its test"))
    #expect(transcript.ending == .exit(0))
  }
}
