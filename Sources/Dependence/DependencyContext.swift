/// The kind of process, or scope, that a default is computed for.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// An app or a command-line tool.
  case live
  /// An Xcode preview.
  case preview
  /// A test process.
  case test
}

// MARK: - Detection

/// The context of this process, decided once from its environment and arguments.
package struct ProcessContext: Sendable {
  package let context: DependencyContext
  /// True if a test runner started this process, whatever `DEPENDENCE_CONTEXT` says.
  package let isTestProcess: Bool
  /// True if a test runner started this process to list its tests: none runs, and a program reads the output.
  package let listsTests: Bool
  /// True if every scope of this process is strict; only a test process can be.
  package let isStrict: Bool
  /// Whether all audits are enabled for this process; only in a test process they can be.
  package let isAudited: Bool
  /// The file that a test process reads at its end, if a test launched this process without a choice of its context.
  package let launchReport: String?
  /// True if Swift Testing runs here: the runner that `swift test` starts says so.
  package let runsSwiftTesting: Bool
  package let mistake: String?

  /// True if this is a test process in which Swift Testing does not run.
  package var runsXCTest: Bool { isTestProcess && !runsSwiftTesting }
  /// Whether XCTest started this process, whatever `DEPENDENCE_CONTEXT` says.
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
    if let wanted, override == nil {
      mistake = """
        DEPENDENCE_CONTEXT is "\(wanted)", which is not a context; it was ignored and this process \
        is taken to be "\(detected.rawValue)". Set it to live, preview or test, or unset it.
        """
    } else if let strict, !["0", "1"].contains(strict) {
      mistake = """
        DEPENDENCE_STRICT is "\(strict)", which is neither 1 nor 0; it was ignored and this process \
        is not strict. Set it to 1 or 0, or unset it.
        """
    } else if let audit, !["0", "1"].contains(audit) {
      mistake = """
        DEPENDENCE_AUDIT is "\(audit)", which is neither 1 nor 0; it was ignored and no audits are \
        enabled. Set it to 1 or 0, or unset it.
        """
    } else {
      mistake = nil
    }
  }

  /// Options of XCTest; the first is Swift Testing's too.
  private static let listingOptions: Set = ["--list-tests", "-l", "--dump-tests-json"]

  private static func runsTests(environment: (String) -> String?, arguments: [String]) -> Bool {
    let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
    if variables.contains(where: { environment($0) != nil }) { return true }
    if arguments.contains("--testing-library") { return true }
    guard let name = arguments.first?.split(separator: "/").last else { return false }
    return name == "xctest" || name == "swiftpm-testing-helper" || name.hasSuffix(".xctest")
  }
}

/// The slot of ``DependencyValues/context``: a key like any other, so that overriding it has the
/// same scoping, capture and caching rules.
enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { ProcessContext.current.context }
  static var testValue: DependencyContext { liveValue }

  static let record = KeyRecord.of(DependencyContextKey.self)
}

extension DependencyValues {
  /// The context in which defaults are computed.
  ///
  /// Detected once per process: `XCODE_RUNNING_FOR_PREVIEWS` set to `1` means ``DependencyContext/preview``,
  /// a test runner means ``DependencyContext/test``, anything else ``DependencyContext/live``. The
  /// environment variable `DEPENDENCE_CONTEXT` overrides that; assigning here overrides both for
  /// one scope.
  public var context: DependencyContext {
    get { frame.context }
    set { set(DependencyContextKey.record, to: newValue) }
  }
}

extension Frame {
  package final var context: DependencyContext {
    // That it was read need not be noted: every computation begins with that.
    let record = DependencyContextKey.record
    if let override = anyOverride(of: record) { return override.value() }
    if let prepared = root.cache.prepared(record) { return prepared.value() }
    ProcessContext.reportMistakeOnce(from: self)
    return ProcessContext.current.context
  }
}

extension ProcessContext {
  private static let reported = Lock(false)
  private static let unwatched = """
    DEPENDENCE_STRICT is 1, but nothing here watches what is read. Link the product DependenceTesting \
    (Swift Testing) or DependenceXCTest (XCTest).
    """

  /// The error in the environment of this process, or `nil` if there is none.
  static var currentMistake: String? {
    current.mistake ?? (current.isStrict && IssueSinks.isEmpty ? unwatched : nil)
  }

  /// Reports a bad environment at the first read.
  package static func reportMistakeOnce(from frame: Frame) {
    guard let mistake = currentMistake else { return }
    let isFirst = reported.withLock { reported in
      defer { reported = true }
      return !reported
    }
    guard isFirst else { return }
    IssuePath.deliver(DependencyIssue(mistake, at: .unknown), from: frame)
  }
}
