/// The kind of environment in which code runs: an app, a preview or a test. The context determines
/// the default values of dependencies.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// An app or a command-line tool.
  case live
  /// An Xcode preview.
  case preview
  /// A test process.
  case test
}

// MARK: - Detection

/// The context of this process, which is detected from environment variables and arguments.
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
  /// The path of a file to which this process writes a message if it reads a live dependency. The
  /// test process that launched this process then reads the file. The path is `nil` if no test
  /// launched this process, if `DEPENDENCE_CONTEXT` is set to a valid context, or if this process
  /// is itself a test or preview process.
  package let launchReport: String?
  /// Whether this process runs Swift Testing rather than XCTest, according to the arguments that
  /// `swift test` passes.
  package let runsSwiftTesting: Bool
  /// A message that names each environment variable with an invalid value, or `nil` if all values
  /// are valid.
  package let configurationError: String?

  /// Whether this is a test process that runs XCTest rather than Swift Testing.
  package var runsXCTest: Bool { isTestProcess && !runsSwiftTesting }
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

/// The key of ``DependencyValues/context``. The context is an ordinary dependency, so that the
/// rules for overriding, capturing and caching it are the same as for any other dependency.
enum DependencyContextKey: NeutralDependencyKey {
  static var liveValue: DependencyContext { ProcessContext.current.context }
  static var testValue: DependencyContext { liveValue }

  static let record = KeyRecord.of(DependencyContextKey.self)
}

extension DependencyValues {
  /// The context for which default values are computed.
  ///
  /// The context is detected once per process. It is ``DependencyContext/preview`` if the
  /// environment variable `XCODE_RUNNING_FOR_PREVIEWS` is `1`, ``DependencyContext/test`` if a test
  /// runner started the process, and ``DependencyContext/live`` otherwise. The environment variable
  /// `DEPENDENCE_CONTEXT` overrides the detected context. Assigning to this property overrides it
  /// for one scope.
  public var context: DependencyContext {
    get {
      if !isPartOfAssignment { frame.noteContextRead(at: readerLocation ?? .unknown) }
      return frame.context
    }
    set { set(DependencyContextKey.record, to: newValue) }
  }
}

extension Frame {
  package final var context: DependencyContext {
    // If a default value is being computed, this read is not recorded as one of its inputs, because
    // every default value depends on the context anyway.
    let record = DependencyContextKey.record
    if let known = anyOverride(of: record) ?? root.cache.prepared(record) {
      return known.value(as: DependencyContext.self)
    }
    ProcessContext.reportConfigurationErrorOnce(from: self)
    return ProcessContext.current.context
  }

  /// Notifies observers that code has read the context, and prevents `prepareDependencies` from
  /// replacing the context later.
  fileprivate final func noteContextRead(at location: ReadLocation) {
    let record = DependencyContextKey.record
    let isOverridden = anyOverride(of: record) != nil
    let isPrepared = !isOverridden && root.cache.prepared(record, marksRead: true) != nil
    guard isObserved else { return }
    let source: DependencyRead.Source =
      isOverridden ? .override : isPrepared ? .prepared : .default
    tellObservers(of: record, from: source, at: location, isPartOfAssignment: false)
  }
}

extension ProcessContext {
  private static let reported = Lock(false)

  /// A description of the errors in the configuration of this process, or `nil` if the
  /// configuration is valid.
  static var currentConfigurationError: String? {
    let errors = [current.configurationError, IssueSinks.isEmpty ? current.unwatched : nil]
    let known = errors.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// The error that a variable requests checks of a process that links no test runner, or `nil` if
  /// this process requests none.
  package var unwatched: String? {
    // Audits check tests, so they do not concern a program that inherits the variable from the test
    // that launches it.
    let lacksAudits = isAudited && (isXCTestProcess || runsSwiftTesting)
    let variables =
      (isStrict ? ["DEPENDENCE_STRICT"] : []) + (lacksAudits ? ["DEPENDENCE_AUDIT"] : [])
    guard let first = variables.first else { return nil }
    let subject =
      variables.count == 1
      ? "The environment variable \(first) is 1"
      : "The environment variables \(variables.joined(separator: " and ")) are 1"
    return """
      \(subject), but tests cannot be checked, because this process links no product for a test runner. Link the product \
      DependenceTesting (Swift Testing) or DependenceXCTest (XCTest).
      """
  }

  /// Reports an issue if this process has a configuration error, that is, an invalid environment
  /// variable or a missing test library. Only the first call in the process reports the error.
  package static func reportConfigurationErrorOnce(from frame: Frame) {
    guard let configurationError = currentConfigurationError, takeReport() else { return }
    IssuePath.deliver(DependencyIssue(configurationError, at: .unknown), from: frame)
  }

  /// Makes this test process fail when it exits if it has a configuration error that no read of a
  /// dependency has reported until then. Call this function when a test process starts.
  package static func reportConfigurationErrorAtExit() {
    guard current.isTestProcess, current.configurationError != nil else { return }
    UnattributedIssues.checkAtExit {
      guard let configurationError = currentConfigurationError, takeReport() else { return }
      UnattributedIssues.note(
        DependencyIssue(configurationError, at: .unknown),
        because: "This error affects all tests, so the test process fails instead of a test."
      )
    }
  }

  /// Returns `true` at the first call in this process.
  private static func takeReport() -> Bool {
    reported.withLock { reported in
      defer { reported = true }
      return !reported
    }
  }
}
