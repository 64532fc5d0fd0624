import Foundation
import Testing

@testable import MutantKit

struct TestRunnerTests {
  @Test func `a program is stopped as soon as its output meets the condition`() async throws {
    let run = try await Shell.run(
      ["sh", "-c", "echo one; echo two; sleep 60"],
      in: FileManager.default.temporaryDirectory,
      seconds: 60,
      until: { $0.contains("two") }
    )

    #expect(run.output == "one\ntwo\n")
    #expect(run.status != 0)
    #expect(!run.isOverTime)
    #expect(run.seconds < 30)
  }

  #if os(Linux)
  @Test func `stopping a program also stops its children in other process groups`() async throws {
    let run = try await Shell.run(
      ["sh", "-c", "setsid sh -c 'echo $$; exec sleep 60' & wait"],
      in: FileManager.default.temporaryDirectory,
      seconds: 60,
      until: { $0.contains("\n") }
    )

    #expect(run.seconds < 30)
    let process = try #require(Int32(run.output.dropLast()))
    // A process's command line is empty after it exits, even if its parent has not waited for it
    // yet.
    var isRunning: Bool {
      let line = FileHandle(forReadingAtPath: "/proc/\(process)/cmdline")
      return line?.readDataToEndOfFile().isEmpty == false
    }
    let deadline = ContinuousClock.now + .seconds(10)
    while isRunning, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(!isRunning)
  }
  #endif

  @Test func `a program runs until it ends or its time limit expires`() async throws {
    let folder = FileManager.default.temporaryDirectory
    let ended = try await Shell.run(["true"], in: folder, seconds: 60, until: { _ in false })
    let stopped = try await Shell.run(["sleep", "60"], in: folder, seconds: 1)

    #expect(ended.status == 0 && !ended.isOverTime)
    #expect(stopped.status != 0 && stopped.isOverTime)
  }

  @Test(arguments: [
    ("✘ Test \"a name\" recorded an issue at A.swift:1:2: Expectation failed", true),
    ("✘ Test f() recorded an issue with 1 argument n → 1 at A.swift:1:2: no", true),
    ("✘ Test f() recorded a known issue at A.swift:1:2: no", false),
    ("✘ Test f() passed after 0.1 seconds with 1 known issue.", false),
    ("✔ Test f() passed after 0.1 seconds.", false),
  ])
  func `only an issue that is not known is a failure`(line: String, isFailure: Bool) {
    #expect(TestRunner.showsFailure("◇ Test run started.\n\(line)\n") == isFailure)
  }

  @Test func `the neighbors of a file are the tests in the deepest matching folder`() throws {
    let package = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID())")
    defer { try? FileManager.default.removeItem(at: package) }
    for file in ["Clocks/ATests.swift", "Clocks/Deep/BTests.swift", "Spies/CTests.swift"] {
      let place = package.appending(path: "Tests/KitTests/\(file)")
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: place)
    }
    func neighbors(of file: String) -> Set<String> {
      TestRunner.neighbors(of: file, in: package)
    }

    #expect(neighbors(of: "Sources/Kit/Clocks/A.swift") == ["ATests", "BTests"])
    #expect(neighbors(of: "TestSupport/Kit/Clocks/Deep/B.swift") == ["BTests"])
    #expect(neighbors(of: "Sources/Kit/Spies/Log/C.swift") == ["CTests"])
    #expect(neighbors(of: "Sources/Kit/A.swift") == [])
    #expect(neighbors(of: "Sources/Kit/Other/A.swift") == [])
  }
}
