/// What kind of process, or scope, a default is computed for.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// An app or a command-line tool.
  case live
  /// An Xcode preview.
  case preview
  /// A test process.
  case test
}

// MARK: - Detection

/// What the environment and the arguments say about this process, decided once.
package struct ProcessContext: Sendable {
  package let context: DependencyContext
  /// Whether a test runner started this process, whatever `DEPENDENCE_CONTEXT` says.
  package let isTestProcess: Bool
  /// Whether every scope of this process is strict; only a test process can be.
  package let isStrict: Bool
  /// What is wrong with `DEPENDENCE_CONTEXT` or `DEPENDENCE_STRICT`, if anything is.
  package let mistake: String?

  package static let current = ProcessContext(
    environment: System.environmentVariable,
    arguments: CommandLine.arguments
  )

  package init(environment: (String) -> String?, arguments: [String]) {
    let runsTests = Self.runsTests(environment: environment, arguments: arguments)
    let detected: DependencyContext =
      if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" {
        .preview
      } else if runsTests {
        .test
      } else {
        .live
      }
    let wanted = environment("DEPENDENCE_CONTEXT")
    let override = wanted.flatMap(DependencyContext.init(rawValue:))
    context = override ?? detected
    isTestProcess = runsTests || override == .test
    let strict = environment("DEPENDENCE_STRICT")
    isStrict = isTestProcess && strict == "1"
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
    } else {
      mistake = nil
    }
  }

  private static func runsTests(
    environment: (String) -> String?,
    arguments: [String]
  ) -> Bool {
    for name in ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
    where environment(name) != nil {
      return true
    }
    if arguments.contains("--testing-library") { return true }
    guard let executable = arguments.first else { return false }
    let name = executable.split(separator: "/").last.map(String.init) ?? executable
    return name == "xctest" || name == "swiftpm-testing-helper" || name.hasSuffix(".xctest")
  }
}

/// The slot of ``DependencyValues/context``: a key like any other, so that overriding it has the
/// same scoping, capture and caching rules.
enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { ProcessContext.current.context }
  static var testValue: DependencyContext { liveValue }

  static let record = KeyRecord.of(DependencyContextKey.self)
  /// The set of this key alone.
  static let keySet = {
    var set = KeySet()
    set.insert(record.number)
    return set
  }()
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
    set { set(DependencyContextKey.record.address, to: newValue) }
  }
}

extension Frame {
  /// The context that governs defaults read here.
  package final var context: DependencyContext { contextOverride?.value ?? contextOfRoot }

  /// The override that says so, if one does.
  final var contextOverride: OverrideFrame<DependencyContext>? {
    // That it was read need not be noted where nobody ever overrode it: every computation begins with that.
    DependencyContextKey.record.overrideSlot >= 0 ? override(of: DependencyContextKey.record) : nil
  }

  /// What governs them where nothing is overridden.
  final var contextOfRoot: DependencyContext {
    if let prepared = cache.prepared(DependencyContextKey.record) { return prepared }
    ProcessContext.reportMistakeOnce(from: self)
    return ProcessContext.current.context
  }
}

extension ProcessContext {
  private static let reported = Lock(false)

  /// Reports a bad environment, the first time that a default asks for the context.
  static func reportMistakeOnce(from frame: Frame) {
    guard let mistake = current.mistake else { return }
    let isFirst = reported.withLock { reported in
      defer { reported = true }
      return !reported
    }
    guard isFirst else { return }
    IssuePath.deliver(DependencyIssue(mistake, at: .unknown), from: frame)
  }
}
