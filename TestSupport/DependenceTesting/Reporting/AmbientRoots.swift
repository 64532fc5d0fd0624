#if canImport(Testing)
import Dependence
import Testing

/// The dependency scopes of test cases that do not use any of this library's traits.
enum AmbientRoots {
  private struct CaseID: Hashable {
    let test: Test.ID
    let arguments: [String]
    /// The identity of the scope that a trait has entered around the whole suite, if any.
    let suiteScope: ObjectIdentifier?
  }

  private static let frames = Lock<[CaseID: (frame: Frame, suiteScope: Frame?)]>([:])

  /// Returns the dependency scope of the running test case, or `nil` if the current task is not
  /// part of a test. The scope is created by the first call in a test case.
  static func frameOfRunningTest() -> Frame? {
    guard let test = Test.current else { return nil }
    let suiteScope = Frame.boundToSuite
    // If the current test is a suite, the running code belongs to one of the suite's traits. That
    // code uses the scope that an outer trait has entered.
    if test.isSuite, let suiteScope { return suiteScope }
    let testCase = test.isParameterized ? Test.Case.current : nil
    let latest = latest[Int(truncatingIfNeeded: currentThread() >> 12) % latest.count]
    if let known = latest.withLock({ $0 }), known.isFor(test, testCase, in: suiteScope) {
      return known.frame
    }
    let frame = frame(of: test, testCase, in: suiteScope)
    let old = latest.withLock { latest in
      defer { latest = LatestCase(test, testCase, frame, in: suiteScope) }
      return latest
    }
    // Release the replaced cache entry after unlocking, because releasing its scope may run user
    // code.
    withExtendedLifetime(old) {}
    return frame
  }

  private static func frame(
    of test: Test,
    _ testCase: Test.Case?,
    in suiteScope: Frame?
  ) -> Frame {
    let id = CaseID(
      test: test.id,
      arguments: testCase?.argumentIDs ?? [],
      suiteScope: suiteScope.map { ObjectIdentifier($0) }
    )
    if let known = frames.withLock({ $0[id] }) { return known.frame }
    let owner = TestOwner(test, isCollected: false)
    let bottom = RootFrame(DependencyRoot(owner: owner, isOfSuite: test.isSuite))
    // Copy the scope before taking the lock, because copying takes the locks of both roots, and
    // nested locks could cause a deadlock.
    let frame = suiteScope?.copied(onto: bottom) ?? bottom
    return frames.withLock { frames in
      if let known = frames[id] { return known.frame }
      // Retain the suite's scope, because its address identifies it.
      frames[id] = (frame, suiteScope)
      return frame
    }
  }

  // MARK: The latest cases

  /// A cache of the test cases that have most recently read a dependency. It has 16 elements, and
  /// the current thread determines which of them is used. Without the cache, each read would have
  /// to compute the identity of the running test, which takes as long as twenty reads.
  private static let latest = (0..<16).map { _ in Lock<LatestCase?>(nil) }

  private final class LatestCase: Sendable {
    private let name: String
    private let location: SourceLocation
    private let testCase: Test.Case?
    private let suiteScope: Frame?
    let frame: Frame

    init(_ test: Test, _ testCase: Test.Case?, _ frame: Frame, in suiteScope: Frame?) {
      (name, location) = (test.name, test.sourceLocation)
      (self.testCase, self.frame, self.suiteScope) = (testCase, frame, suiteScope)
    }

    /// Returns `true` if this cache entry belongs to the given test case.
    ///
    /// Compares the bytes of `Test.Case` values in memory, which is fast. Equal bytes always mean
    /// the same case, because this entry retains all objects that the bytes refer to. If the bytes
    /// differ, the cases may still be the same, so the caller then continues with a slower lookup.
    func isFor(_ test: Test, _ testCase: Test.Case?, in suiteScope: Frame?) -> Bool {
      guard location == test.sourceLocation, name == test.name, suiteScope === self.suiteScope
      else { return false }
      return !test.isParameterized || haveEqualBytes(self.testCase, testCase)
    }
  }
}

/// Returns `true` if the two values consist of the same bytes in memory.
private func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      for index in 0..<left.count where left[index] != right[index] { return false }
      return true
    }
  }
}

/// Properties that contain the arguments of a parameterized test case. Swift Testing has no public
/// API for them, so they are read by reflection. If the internals of `Test.Case` change, arguments
/// may be missing.
extension Test.Case {
  /// The identifiers of the arguments, which distinguish this test case from the test's other
  /// cases.
  package var argumentIDs: [String] { arguments("id") }

  /// The values of the arguments, converted to strings.
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
