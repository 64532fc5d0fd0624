#if canImport(Testing)
import Dependence
import Testing

/// The dependency scopes of test cases that do not use any of this library's traits.
enum AmbientRoots {
  private struct CaseID: Hashable {
    let test: Test.ID
    let arguments: [String]
    /// The identity of the scope that a trait entered around the whole suite, or `nil` if no trait
    /// did.
    let suiteScope: ObjectIdentifier?

    init(_ test: Test, _ testCase: Test.Case?, in suiteScope: Frame?) {
      self.test = test.id
      arguments = test.isParameterized ? testCase?.argumentIDs ?? [] : []
      self.suiteScope = suiteScope.map { ObjectIdentifier($0) }
    }
  }

  private static let frames = Lock<[CaseID: (frame: Frame, suiteScope: Frame?)]>([:])

  /// Returns the dependency scope of the running test case, or `nil` if the current task is not
  /// part of a test. The first call in a test case creates the scope.
  static func frameOfRunningTest() -> Frame? {
    guard let test = Test.current else { return nil }
    let suiteScope = Frame.boundToSuite
    // If the current test is a suite, one of the suite's traits is running. If another trait has
    // entered a scope around the suite, use that scope here, too.
    if test.isSuite, let suiteScope { return suiteScope }
    let testCase = Test.Case.current
    let frame = frame(of: test, testCase, in: suiteScope)
    // Swift Testing runs each test case in a new task, so no task is part of two test cases. The
    // scope found for the current task is therefore valid until the task ends.
    if testCase != nil {
      AmbientScopes.remember(frame)
      TestPlanning.end()
    }
    return frame
  }

  /// Returns the scope that the test case used before the first of this library's traits began, or
  /// `nil` if there is no such scope. The caller copies that scope, because a user's trait, for
  /// example, may have called `prepareDependencies` in it.
  ///
  /// To save time, this method also returns `nil` if no code in the process has prepared values
  /// outside a scope, because there is then nothing to copy.
  static func frameWithPreparedValues(of test: Test) -> Frame? {
    // Creating a `CaseID` takes longer than entering a trait's scope, so avoid it if possible.
    guard DependencyRoot.hasPreparedOutsideScopes else { return nil }
    let id = CaseID(test, Test.Case.current, in: Frame.boundToSuite)
    return frames.withLock { $0[id]?.frame }
  }

  private static func frame(
    of test: Test,
    _ testCase: Test.Case?,
    in suiteScope: Frame?
  ) -> Frame {
    let id = CaseID(test, testCase, in: suiteScope)
    if let known = frames.withLock({ $0[id] }) { return known.frame }
    let owner = TestOwner(test, isCollected: false)
    let bottom = RootFrame(DependencyRoot(owner: owner, isOfSuite: test.isSuite))
    // Copy the suite's scope before acquiring the lock. Copying acquires the locks of the suite's
    // and the test case's dependency roots, and doing so while holding this lock could cause a
    // deadlock.
    let frame = suiteScope?.copied(onto: bottom) ?? bottom
    return frames.withLock { frames in
      if let known = frames[id] { return known.frame }
      // Retain the suite's scope. Its address is part of `id`, so no later scope may get the same
      // address.
      frames[id] = (frame, suiteScope)
      return frame
    }
  }
}
#endif
