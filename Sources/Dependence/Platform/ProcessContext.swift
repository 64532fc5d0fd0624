/// The context of this process, detected from its environment variables and command-line arguments.
package struct ProcessContext: Sendable {
  package let context: DependencyContext
  /// Whether this is a test process: either a test runner started it, or the environment variable
  /// `DEPENDENCE_CONTEXT` is `test`.
  package let isTestProcess: Bool
  /// Whether a test runner started this process only to list the tests, not to run them.
  package let listsTests: Bool
  /// Whether strict mode is enabled for all scopes of this process. Strict mode reports reads of
  /// default values in tests.
  package let isStrict: Bool
  /// Whether all audits are enabled in this process. Audits find tests that check less than they
  /// seem to, for example because they never read one of their overrides.
  package let isAudited: Bool
  /// The path of the file that this process writes a message to if it reads a live dependency. The
  /// test process that launched this process then reads the file. The path is `nil` if no test
  /// launched this process, if `DEPENDENCE_CONTEXT` is set to a valid context, or if this process
  /// is itself a test or preview process.
  package let launchReport: String?
  /// The path of the file that this process writes its issues to. The test process that launched
  /// this process then reads the file. The path is `nil` unless a test launched this process and
  /// `DEPENDENCE_CONTEXT` is `test`.
  package let issueReport: String?
  /// Whether this process runs Swift Testing rather than XCTest, according to the arguments that
  /// `swift test` passes.
  package let runsSwiftTesting: Bool
  /// A message that names each environment variable with an invalid value, or `nil` if all values
  /// are valid.
  package let configurationError: String?

  /// Whether this is a test process that runs XCTest rather than Swift Testing.
  package var runsXCTest: Bool { isTestProcess && !runsSwiftTesting }
  /// Whether a test launched this process with `DEPENDENCE_CONTEXT=test`. Such a process counts as
  /// a test process, although it runs no tests.
  package var isLaunchedByTest: Bool { issueReport != nil }
  /// Whether XCTest started this process, regardless of the value of `DEPENDENCE_CONTEXT`.
  package let isXCTestProcess: Bool

  package static let current = ProcessContext(
    environment: System.environmentVariable,
    arguments: CommandLine.arguments
  )

  package init(environment: (String) -> String?, arguments: [String]) {
    let runsTests = Self.runsTests(environment: environment, arguments: arguments)
    let isPreview = environment("XCODE_RUNNING_FOR_PREVIEWS") == "1"
    let detected: DependencyContext = isPreview ? .preview : runsTests ? .test : .live
    let wanted = environment("DEPENDENCE_CONTEXT")
    let override = wanted.flatMap(DependencyContext.init(rawValue:))
    context = override ?? detected
    isTestProcess = runsTests || override == .test
    listsTests = runsTests && !Self.listingOptions.isDisjoint(with: arguments)
    runsSwiftTesting = zip(arguments, arguments.dropFirst())
      .contains { $0 == ("--testing-library", "swift-testing") }
    isXCTestProcess = runsTests && !runsSwiftTesting
    let strict = environment("DEPENDENCE_STRICT")
    isStrict = isTestProcess && strict == "1"
    let audit = environment("DEPENDENCE_AUDIT")
    isAudited = isTestProcess && audit == "1"
    let isLaunched = override == nil && detected == .live
    launchReport = isLaunched ? environment(LaunchedProcesses.variable) : nil
    let isLaunchedAsTest = override == .test && !runsTests
    issueReport = isLaunchedAsTest ? environment(LaunchedProcesses.variable) : nil
    var errors: [String] = []
    if let wanted, override == nil {
      errors.append(
        """
        The environment variable DEPENDENCE_CONTEXT is "\(wanted)", which is not a context, so it was ignored and this \
        process uses the context "\(detected.rawValue)". Set it to live, preview or test, or unset it.
        """
      )
    }
    let switches = [
      ("DEPENDENCE_STRICT", strict, "this process is not strict"),
      ("DEPENDENCE_AUDIT", audit, "no audits are enabled"),
    ]
    for (name, value, consequence) in switches {
      guard let value, !["0", "1"].contains(value) else { continue }
      errors.append(
        """
        The environment variable \(name) is "\(value)", which is neither 1 nor 0, so it was ignored and \(consequence). \
        Set it to 1 or 0, or unset it.
        """
      )
    }
    configurationError = errors.isEmpty ? nil : errors.joined(separator: " ")
  }

  /// The command-line options that make XCTest list its tests instead of running them. Swift
  /// Testing also supports `--list-tests`.
  private static let listingOptions: Set = ["--list-tests", "-l", "--dump-tests-json"]

  private static func runsTests(environment: (String) -> String?, arguments: [String]) -> Bool {
    let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
    if variables.contains(where: { environment($0) != nil }) { return true }
    if arguments.contains("--testing-library") { return true }
    guard let name = arguments.first?.split(separator: "/").last else { return false }
    return name == "xctest" || name == "swiftpm-testing-helper" || name.hasSuffix(".xctest")
  }
}
