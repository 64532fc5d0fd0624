import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A key to whose value each trait in this file appends its name. The value therefore shows the
/// order in which the traits are applied.
private enum PathKey: DependencyKey {
  static var liveValue: [String] { [] }
  static var testValue: [String] { [] }
}

extension DependencyValues {
  fileprivate var path: [String] {
    get { self[PathKey.self] }
    set { self[PathKey.self] = newValue }
  }
}

@Suite(.dependencies { $0.path.append("outer suite") }, .dependency(\.number, 10))
struct DependencyTraitTests {
  @Dependency(\.path) private var path
  @Dependency(\.number) private var number
  private let numberInInit: Int

  init() {
    @Dependency(\.number) var number
    numberInInit = number
  }

  @Test func `the trait of a suite applies to its tests`() {
    #expect(path == ["outer suite"])
    #expect(number == 10)
  }

  @Test func `the trait of a suite applies in the suite's initializer`() {
    #expect(numberInInit == 10)
  }

  @Test(
    .dependencies { $0.path.append("first") },
    .dependencies { $0.path.append("second") },
    .dependency(\.number, 20)
  )
  func `the traits of a test apply after those of its suite, from left to right`() {
    #expect(path == ["outer suite", "first", "second"])
    #expect(number == 20)
    #expect(numberInInit == 20)
  }

  @Suite(.dependencies { $0.path.append("inner suite") })
  struct Inner {
    @Dependency(\.path) private var path

    @Test(.dependencies { $0.path.append("test") })
    func `the traits of nested suites apply from the outside in`() {
      #expect(path == ["outer suite", "inner suite", "test"])
    }
  }

  @Test(
    .dependencies {
      $0.number += await Task { 5 }.value
    }
  )
  func `the closure of a trait can be asynchronous`() {
    #expect(number == 15)
  }

  @Test(.dependency(NumberKey.self, 30)) func `a trait can override a dependency by its key`() {
    #expect(number == 30)
  }

  @Test(
    .dependencies {
      $0.path.append("\($0.number)")
      @Dependency(\.number) var numberOfScope
      $0.path.append("\(numberOfScope)")
    }
  )
  func `a trait's closure runs in the scope of the traits before it`() {
    #expect(path == ["outer suite", "10", "10"])
  }

  @Test func `the bodies of confirmation and withKnownIssue run in the scope of the test`() async {
    await confirmation { confirm in
      #expect(number == 10)
      confirm()
    }
    withKnownIssue {
      #expect(number == 11)
    }
  }
}

// MARK: - One root for each case

/// The tokens that previous cases have read. The array retains them, so that a new token cannot
/// have the address of an earlier one.
private let seenTokens = Lock<[Token]>([])

private func isFirstSight(of token: Token) -> Bool {
  seenTokens.withLock { seen in
    defer { seen.append(token) }
    return !seen.contains { $0 === token }
  }
}

struct FreshRootTests {
  @Test(.dependencies { _ in }, arguments: 0..<20)
  func `with a trait, every case computes its own defaults`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
    #expect(!isFirstSight(of: DependencyValues.current.token))
  }

  @Test(arguments: 0..<20)
  func `without a trait, every case computes its own defaults`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
    #expect(!isFirstSight(of: DependencyValues.current.token))
  }

  @Test(arguments: [1, 2], ["a", "b"])
  func `each case of a test with several arguments has its own root`(number: Int, text: String) {
    #expect(isFirstSight(of: DependencyValues.current.token))
  }

  @Test(.dependency(\.token, Token()), arguments: 0..<20)
  func `the value of a trait is computed again for every case`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
  }

  @Test(arguments: [7, 7, 7])
  func `cases with equal arguments have separate roots`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
  }
}

@Suite(.dependencies { $0.number = 10 })
struct FreshRootInSuiteTests {
  @Test(arguments: 0..<20)
  func `with a suite's trait, every case computes its own defaults`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
    #expect(DependencyValues.current.number == 10)
  }

  @Suite struct Inner {
    @Test(arguments: 0..<20)
    func `in a nested suite, every case computes its own defaults`(number: Int) {
      #expect(isFirstSight(of: DependencyValues.current.token))
      #expect(DependencyValues.current.number == 10)
    }
  }
}

@Suite(.dependencies)
struct BareTraitTests {
  @Test(arguments: 0..<20)
  func `the trait without arguments gives each case its own root`(number: Int) {
    #expect(isFirstSight(of: DependencyValues.current.token))
  }
}

// MARK: - Errors

struct TraitErrorTests {
  private struct Failure: Error {}

  @Test func `a trait rethrows errors and cancellation`() async throws {
    let trait: DependencyTrait = .dependencies { $0.number = 10 }
    let test = try #require(Test.current)

    await #expect(throws: Failure.self) {
      try await trait.provideScope(for: test, testCase: nil) { throw Failure() }
    }
    await #expect(throws: CancellationError.self) {
      try await trait.provideScope(for: test, testCase: nil) { throw CancellationError() }
    }
  }

  @Test func `the root of a case is closed when the case has ended`() async throws {
    let root = Lock<DependencyRoot?>(nil)
    let test = try #require(Test.current)

    try await Task.detached {
      let trait: DependencyTrait = .dependencies
      try await trait.provideScope(for: test, testCase: nil) {
        root.withLock { $0 = Frame.current.root }
        #expect(!Frame.current.root.isClosed)
      }
    }.value

    #expect(root.withLock { $0 }?.isClosed == true)
  }

  @Test func `the dependencyTrace trait runs its operation even outside any test`() async throws {
    let test = try #require(Test.current)

    let number = try await Task.detached {
      let seen = Lock(0)
      let trait: DependencyTrait = .dependencyTrace
      try await trait.provideScope(for: test, testCase: nil) {
        seen.withLock { $0 = DependencyValues.current.number }
      }
      return seen.withLock { $0 }
    }.value

    #expect(number == 3)
  }

  @Test func `an error in the trait's closure is thrown, and the test does not run`() async throws {
    let trait: DependencyTrait = .dependencies { _ in throw Failure() }
    let test = try #require(Test.current)

    await #expect(throws: Failure.self) {
      try await trait.provideScope(for: test, testCase: nil) {
        Issue.record("must not run")
      }
    }
  }
}
