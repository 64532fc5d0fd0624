#if canImport(Testing)
import Dependence
import Testing

/// The roots of test cases that have no trait of this library.
enum AmbientRoots {
  private struct CaseID: Hashable {
    let test: Test.ID
    let arguments: [String]
  }

  private static let frames = Lock<[CaseID: Frame]>([:])

  /// Returns the scope of the running test case, or `nil` if no test runs here. The scope is
  /// created when the case first reads a dependency.
  static func frameOfRunningTest() -> Frame? {
    guard let test = Test.current else { return nil }
    let testCase = test.isParameterized ? Test.Case.current : nil
    let latest = latest[Int(truncatingIfNeeded: currentThread() >> 12) % latest.count]
    if let known = latest.withLock({ $0 }), known.isFor(test, testCase) { return known.frame }
    let frame = frame(of: test, testCase)
    let old = latest.withLock { latest in
      defer { latest = LatestCase(test, testCase, frame) }
      return latest
    }
    // The entry is released outside the lock, because releasing a frame may run user code.
    withExtendedLifetime(old) {}
    return frame
  }

  private static func frame(of test: Test, _ testCase: Test.Case?) -> Frame {
    let id = CaseID(test: test.id, arguments: testCase?.argumentIDs ?? [])
    return frames.withLock { frames in
      if let known = frames[id] { return known }
      let owner = TestOwner(test, isCollected: false)
      let frame = RootFrame(DependencyRoot(owner: owner))
      frames[id] = frame
      return frame
    }
  }

  // MARK: The latest cases

  /// The test cases that last read a dependency, by thread. This cache is necessary because
  /// computing the identity of a test takes as long as twenty reads.
  private static let latest = (0..<16).map { _ in Lock<LatestCase?>(nil) }

  private final class LatestCase: Sendable {
    private let name: String
    private let location: SourceLocation
    private let testCase: Test.Case?
    let frame: Frame

    init(_ test: Test, _ testCase: Test.Case?, _ frame: Frame) {
      (name, location) = (test.name, test.sourceLocation)
      (self.testCase, self.frame) = (testCase, frame)
    }

    /// Returns `true` if this entry belongs to the given test and case.
    ///
    /// Cases with equal bytes are the same case, because this object keeps alive everything to
    /// which the bytes refer. Copies of one case may differ in unused bytes and are then looked up.
    func isFor(_ test: Test, _ testCase: Test.Case?) -> Bool {
      guard location == test.sourceLocation, name == test.name else { return false }
      return !test.isParameterized || haveEqualBytes(self.testCase, testCase)
    }
  }
}

/// The arguments of a case. They have no public identity, so reflection is necessary. If
/// `Test.Case` changes internally, some of them are missing.
extension Test.Case {
  /// The identities of the arguments.
  package var argumentIDs: [String] { arguments("id") }

  /// The arguments as they print.
  package var argumentTexts: [String] { arguments("value") }

  private func arguments(_ property: String) -> [String] {
    guard let kind = Mirror(reflecting: self).descendant("_kind"),
      let payload = Mirror(reflecting: kind).children.first?.value
    else { return [] }
    return Mirror(reflecting: payload).children.flatMap { child -> [String] in
      switch child.label {
      case "arguments":
        Mirror(reflecting: child.value).children.map { argument in
          "\(Mirror(reflecting: argument.value).descendant(property) ?? "?")"
        }
      case "discriminator": property == "id" ? ["#\(child.value)"] : []
      default: []
      }
    }
  }
}
#endif
