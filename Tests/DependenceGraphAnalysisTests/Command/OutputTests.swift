import Foundation
import Subprocesses
import TestEffort
import Testing

/// Tests that run the command-line tool with files, links, pipes and devices as its output.
struct OutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      (0..<400).map { "@Instantiable(isRoot: true) struct Root\($0): Instantiable {}" }
        .joined(separator: "\n"),
      to: "Sources/App/App.swift"
    )
  }

  private func shell(_ line: String) async throws -> Transcript {
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "dependence").path
    return try await Subprocess.run(
      URL(filePath: "/bin/bash"),
      ["-c", "cd \(folder.path); tool=\(tool); \(line)"],
      deadline: 120
    )
  }

  @Test func `every command listed in the help has help text`() async throws {
    let run = try await shell(
      """
      for verb in $($tool --help | sed -n 's/^  \\([a-z]*\\) .*/\\1/p'); do
        $tool $verb --help | head -n 1
      done | sort | uniq -c
      """
    )

    #expect(
      run.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "6 Checks and displays the dependency graph of a project.",
        "1 Migrates code from another library, and lists the code that you have to change yourself.",
      ]
    )
  }

  @Test func `without a path, the tool reads Sources, or else the current folder`() async throws {
    try folder.write("@Instantiable(isRoot: true) struct Other {}", to: "Other/Other.swift")

    let run = try await shell("$tool check; cd Other; $tool check")

    #expect(
      run.lines == [
        "the graph is valid: 400 types under 400 roots",
        "the graph is valid: 1 type under 1 root",
      ]
    )
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `an error is colored on a terminal but not in a file`() async throws {
    let run = try await shell(
      """
      unset NO_COLOR; export TERM=xterm; $tool check none 2> plain; cat plain
      script -qec "$tool check none" /dev/null
      """
    )

    let message = "there is no such file or folder; check the path"
    #expect(
      run.output == """
        none: error: \(message)
        \u{1B}[1mnone: \u{1B}[1;31merror: \u{1B}[0m\(message)\r

        """
    )
  }

  @Test func `a full output device is reported, and the tool exits with code 1`() async throws {
    let run = try await shell("$tool svg > /dev/full; echo code $?")

    #expect(
      run.output == "error: the output cannot be written: No space left on device\ncode 1\n"
    )
  }

  @Test func `a closed pipe exits with code 141 even if SIGPIPE is ignored`() async throws {
    let run = try await shell(
      """
      $tool svg | true; echo ${PIPESTATUS[0]}; (trap '' PIPE; $tool svg | true; echo ${PIPESTATUS[0]})
      """
    )

    #expect(run.output == "141\n141\n")
  }

  @Test func `writing the output keeps links, pipes and devices in place`() async throws {
    let run = try await shell(
      """
      ln -s real.svg link.svg; $tool svg -o link.svg; $tool svg -o link.svg
      mkfifo fifo; timeout 60 cat fifo > read & timeout 60 $tool svg -o fifo; wait; head -c 4 read
      $tool svg -o /dev/null; $tool svg -o /dev/stderr 2>&1 | head -c 4
      test -L link.svg && test -f real.svg && test -p fifo && test -c /dev/null && echo " kept"
      """
    )

    #expect(run.output == "<svg<svg kept\n")
  }

  @Test(.disabled(if: Effort.isWatched, "What is watched takes ten times as long."))
  func `a file of thirty megabytes is checked in less than ten seconds`() async throws {
    let body = """
        func load%(id: Int) -> String {
          let values = (0..<id).map { "\\($0) of \\(id)" }.filter { !$0.isEmpty }
          \(String(repeating: "values.forEach { print($0, \"}\") }; ", count: 90))
          return values.first ?? ""
        }

      """
    let source =
      "@Instantiable(isRoot: true) struct Big: Instantiable {\n"
      + (0..<10_000).map { body.replacing("%", with: "\($0)") }.joined() + "}\n"
    #expect(source.utf8.count > 30_000_000)
    try folder.write(source, to: "Big.swift")

    let run = try await shell("TIMEFORMAT=%U; time $tool check Big.swift")

    let lines = run.lines
    #expect(lines.first == "the graph is valid: 1 type under 1 root")
    #expect(try #require(lines.last.flatMap { Double($0) }) < 10)
  }
}
