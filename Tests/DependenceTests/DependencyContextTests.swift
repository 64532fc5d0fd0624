import Dependence
import DependenceTesting
import Subprocesses
import TestKeys
import Testing

struct DependencyContextTests {
  struct Process: Sendable, CustomTestStringConvertible {
    var environment: [String: String] = [:]
    var arguments: [String] = ["/usr/bin/app"]
    var expected: DependencyContext
    var runsTests: Bool

    var testDescription: String { "\(environment) \(arguments)" }
  }

  @Test(arguments: [
    Process(expected: .live, runsTests: false),
    Process(arguments: [], expected: .live, runsTests: false),
    Process(
      environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"],
      expected: .preview,
      runsTests: false
    ),
    Process(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"], expected: .live, runsTests: false),
    Process(
      environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"],
      arguments: ["/b/AppPackageTests.xctest"],
      expected: .preview,
      runsTests: true
    ),
    Process(arguments: ["/b/AppPackageTests.xctest"], expected: .test, runsTests: true),
    Process(arguments: ["/usr/bin/xctest", "bundle"], expected: .test, runsTests: true),
    Process(arguments: ["/b/swiftpm-testing-helper"], expected: .test, runsTests: true),
    Process(
      arguments: ["/b/runner", "--testing-library", "swift-testing"],
      expected: .test,
      runsTests: true
    ),
    Process(
      environment: ["XCTestConfigurationFilePath": "/x"],
      expected: .test,
      runsTests: true
    ),
    Process(environment: ["XCTestBundlePath": "/x"], expected: .test, runsTests: true),
    Process(environment: ["XCTestSessionIdentifier": "x"], expected: .test, runsTests: true),
    Process(environment: ["DEPENDENCE_CONTEXT": "test"], expected: .test, runsTests: true),
    Process(environment: ["DEPENDENCE_CONTEXT": "preview"], expected: .preview, runsTests: false),
    Process(
      environment: ["DEPENDENCE_CONTEXT": "live"],
      arguments: ["/b/AppPackageTests.xctest"],
      expected: .live,
      runsTests: true
    ),
    Process(
      environment: ["DEPENDENCE_CONTEXT": "live", "XCODE_RUNNING_FOR_PREVIEWS": "1"],
      expected: .live,
      runsTests: false
    ),
  ])
  func `a process is classified by its environment and arguments`(process: Process) {
    let context = ProcessContext(
      environment: { process.environment[$0] },
      arguments: process.arguments
    )

    #expect(context.context == process.expected)
    #expect(context.isTestProcess == process.runsTests)
    #expect(context.configurationError == nil)
  }

  @Test(arguments: [
    (["/b/AppPackageTests.xctest"], false),
    (["/b/AppPackageTests.xctest", "AppTests.CartTests"], false),
    (["/b/AppPackageTests.xctest", "--dump-tests-json"], true),
    (["/b/AppPackageTests.xctest", "--list-tests"], true),
    (["/b/AppPackageTests.xctest", "-l"], true),
    (["/b/runner", "--testing-library", "swift-testing", "--list-tests"], true),
    (["/usr/bin/app", "-l"], false),
  ])
  func `a process that only lists tests is distinguished from one that runs them`(
    arguments: [String],
    listsTests: Bool
  ) {
    let process = ProcessContext(environment: { _ in nil }, arguments: arguments)

    #expect(process.listsTests == listsTests)
  }

  @Test(arguments: [
    (["/b/AppPackageTests.xctest"], [false, true]),
    (["/b/AppPackageTests.xctest", "--testing-library", "swift-testing"], [true, false]),
    (["/b/AppPackageTests.xctest", "--testing-library", "xctest"], [false, true]),
    (["/b/AppPackageTests.xctest", "swift-testing", "--testing-library"], [false, true]),
    (["/b/AppPackageTests.xctest", "--filter", "swift-testing"], [false, true]),
    (["/usr/bin/app"], [false, false]),
  ])
  func `a process detects its testing library`(arguments: [String], expected: [Bool]) {
    let process = ProcessContext(environment: { _ in nil }, arguments: arguments)

    #expect([process.runsSwiftTesting, process.runsXCTest] == expected)
  }

  @Test(arguments: ["", "Live", "production"])
  func `an invalid DEPENDENCE_CONTEXT is ignored and reported`(value: String) {
    let context = ProcessContext(
      environment: { ["DEPENDENCE_CONTEXT": value][$0] },
      arguments: ["/usr/bin/app"]
    )

    #expect(context.context == .live)
    #expect(
      context.configurationError == """
        The environment variable DEPENDENCE_CONTEXT is "\(value)", which is not a context, so it was \
        ignored and this process uses the context "live". Set it to live, preview or test, or unset it.
        """
    )
  }

  @Test func `one message names each environment variable with an invalid value`() throws {
    let environment = [
      "DEPENDENCE_CONTEXT": "production", "DEPENDENCE_STRICT": "yes", "DEPENDENCE_AUDIT": "on",
    ]
    let context = ProcessContext(environment: { environment[$0] }, arguments: ["/usr/bin/app"])

    let error = try #require(context.configurationError)

    for (name, value) in environment { #expect(error.contains("\(name) is \"\(value)\"")) }
  }

  @Test(arguments: [
    (["DEPENDENCE_STRICT"], "The environment variable DEPENDENCE_STRICT is 1"),
    (["DEPENDENCE_AUDIT"], "The environment variable DEPENDENCE_AUDIT is 1"),
    (
      ["DEPENDENCE_STRICT", "DEPENDENCE_AUDIT"],
      "The environment variables DEPENDENCE_STRICT and DEPENDENCE_AUDIT are 1"
    ),
  ])
  func `checks that no test runner can perform are an error`(
    variables: [String],
    subject: String
  ) {
    let process = ProcessContext(
      environment: { variables.contains($0) ? "1" : nil },
      arguments: ["xctest"]
    )

    #expect(
      process.unwatched == """
        \(subject), but tests cannot be checked, because this process links no product for a test \
        runner. Link the product DependenceTesting (Swift Testing) or DependenceXCTest (XCTest).
        """
    )
  }

  @Test func `a program that a test launches need not perform audits`() {
    let variables = ["DEPENDENCE_CONTEXT": "test", "DEPENDENCE_AUDIT": "1"]
    let process = ProcessContext(environment: { variables[$0] }, arguments: ["/usr/bin/app"])

    #expect(process.unwatched == nil)
  }

  @Test(arguments: [
    ("test", "/usr/bin/app", "/tmp/report"),
    ("live", "/usr/bin/app", nil),
    (nil, "/usr/bin/app", nil),
    ("test", "/b/AppPackageTests.xctest", nil),
  ])
  func `only a program that a test launches in the context test passes on its issues`(
    context: String?,
    program: String,
    report: String?
  ) {
    let variables = ["DEPENDENCE_CONTEXT": context, "DEPENDENCE_LAUNCH_REPORT": "/tmp/report"]
    let process = ProcessContext(
      environment: { variables[$0] ?? nil },
      arguments: [program]
    )

    #expect(process.issueReport == report)
    #expect(process.isLaunchedByTest == (report != nil))
  }

  @Test func `the context of this process is test`() {
    #expect(DependencyValues.current.context == .test)
    #expect(ProcessContext.current.isTestProcess)
  }

  @Test func `the context can be overridden in a scope`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(DependencyValues.current.context == .preview)
    }
    #expect(DependencyValues.current.context == .test)
  }
}

/// Tests that an invalid context is reported even if no value depends on it. They run in a separate
/// process, which has an invalid environment.
struct HiddenConfigurationErrorTests {
  @Test(arguments: ["a value that was prepared", "a lazy value that reads nothing"])
  func `an invalid DEPENDENCE_CONTEXT fails tests that do not use the context`(
    probe: String
  ) async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "InvalidContextProbes/.\(probe)"],
      environment: ["DEPENDENCE_CONTEXT": "production", "DEPENDENCE_PROBE": "1"]
    )

    #expect(transcript.ending != .exit(0))
    #expect(transcript.contains("Test \"\(probe)\" recorded an issue"), "\(transcript)")
    #expect(transcript.contains(#"DEPENDENCE_CONTEXT is "production""#), "\(transcript)")
  }
}

@Suite(.enabled { System.environmentVariable("DEPENDENCE_PROBE") != nil })
struct InvalidContextProbes {
  @Test func `a value that was prepared`() {
    prepareDependencies { $0.number = 20 }
    #expect(DependencyValues.current.number == 20)
  }

  @Test func `a lazy value that reads nothing`() {
    let lazy = Lazy { 20 }
    #expect(lazy() == 20)
  }
}
