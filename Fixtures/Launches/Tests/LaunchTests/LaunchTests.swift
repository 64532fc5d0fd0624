import Foundation
import Testing

/// Tests that launch apps. A composition root that compiles can still stop the app at launch.
struct LaunchTests {
  @Test(arguments: [
    ("TopLevel", ["stamped with 1.20 CHF, in CHF", "no shredder"]),
    ("TopLevelAsync", ["Hello, Ann, who is Ann"]),
    ("AttributedMain", ["The car runs on power"]),
    (
      "NewsReader",
      ["the evening edition of news.example.com, with north.example.com", "news.sqlite"]
    ),
    ("MainActorApp", ["tea, milk", "3 €"]),
    ("DefaultMainActorApp", ["tea, milk", "3 €"]),
    ("ShankApp", ["Ghent at weather.example.com", "records at archive.example.com"]),
    ("SnapDependenciesApp", ["sunny in Ghent"]),
  ])
  func `an app starts, and prints nothing but its own`(name: String, output: [String]) throws {
    let launch = try Launch(name)

    #expect(launch.output == output.joined(separator: "\n") + "\n")
    #expect(launch.errors == "")
    #expect(launch.status == 0)
  }

  @Test(arguments: [
    (
      "second", 23, ["Bruges", "12"],
      """
      prepareDependencies was ignored, because it was already called at \
      Failures/main.swift:21. Move the assignments of this call into that call.
      """
    ),
    (
      "late", 27, ["Ghent", "Ghent", "12"],
      """
      prepareDependencies was ignored, because Failures.CityKey had already been read with a default \
      value. Call it before any code reads a dependency, for example at Failures/main.swift:25.
      """
    ),
    (
      "twice", 33, ["Bruges", "1"],
      """
      Dependencies.build did not replace any Clock (prepared at Failures/main.swift:29), because a \
      dependency can be prepared only once. Remove it from one of the two calls.
      """
    ),
    (
      "inside", 38, ["Ghent", "0"],
      """
      Dependencies.build was ignored, because it was called inside an operation of withDependencies. \
      Register the list with $0.register(…) in withDependencies instead, or call Dependencies.build \
      before the first withDependencies.
      """
    ),
  ])
  func `what cannot be joined is one error, and the app goes on`(
    failure: String,
    line: Int,
    output: [String],
    message: String
  ) throws {
    let launch = try Launch("Failures", failure)

    #expect(launch.output == output.joined(separator: "\n") + "\n")
    #expect(launch.errors.split(separator: "\n").count == 1, "\(launch.errors)")
    #expect(launch.errors.contains("/Failures/main.swift:\(line):"), "\(launch.errors)")
    #expect(launch.errors.contains("warning: \(message)\n"), "\(launch.errors)")
    #expect(launch.status == 0)
  }
}

/// The results of a program that ran until it ended.
private struct Launch {
  let output: String
  let errors: String
  let status: Int32

  init(_ name: String, _ arguments: String...) throws {
    let process = Process()
    // The program is in the same folder as the test binary.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name)
    process.arguments = arguments
    // Do not pass on the environment, because the program would detect that it runs in a test. The
    // only variable turns off the backtrace after a crash.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Both outputs are short enough for the buffers of their pipes, so they can be read one after
    // the other.
    self.output = try Self.text(output)
    self.errors = try Self.text(errors)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) throws -> String {
    try String(decoding: pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}
