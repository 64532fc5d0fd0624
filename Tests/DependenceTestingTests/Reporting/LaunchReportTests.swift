import Foundation
import Subprocesses
import Testing

struct LaunchReportTests {
  // The shell writes the report of an earlier process with the same identifier, and then replaces
  // itself with the test process, which keeps this identifier.
  @Test func `the report of an earlier process with the same identifier has no effect`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = #"echo stale > "$TMPDIR/dependence-launches-$$"; exec "$0" "$@""#
    let filter = "TestCaseArgumentsTests"

    let run = try await Subprocess.run(
      URL(filePath: "/bin/sh"),
      ["-c", script, CommandLine.arguments[0]]
        + ["--testing-library", "swift-testing", "--filter", filter],
      environment: ["TMPDIR": folder.path],
      deadline: 600
    )

    #expect(run.ending == .exit(0), "\(run)")
    #expect(run.contains(filter), "\(run)")
  }
}
