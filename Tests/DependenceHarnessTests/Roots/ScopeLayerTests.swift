import Dependence
import DependenceTesting
import TestKeys
import Testing

@testable import DependenceHarness

/// Tests of the layers of a scope, which a search evaluates again for each of its runs.
struct ScopeLayerTests {
  private let bottom = RootFrame(DependencyRoot(owner: nil))
  private let other = RootFrame(DependencyRoot(owner: nil))
  private static let site = SourceSite(line: 11)
  private let evaluations = LockBox(0)

  /// A layer that counts its evaluations and overrides `number` with the count.
  private var counting: ScopeLayer {
    ScopeLayer(at: Self.site) { [evaluations] values in
      values.number = evaluations.withValue {
        $0 += 1
        return $0
      }
    }
  }

  private func reevaluated(_ frame: Frame) async throws -> Frame {
    try await frame.reevaluated(onto: other, through: other)
  }

  @Test
  func `a layer is evaluated when entered, and again when its scope is reevaluated`() async throws {
    try await counting.enter(over: bottom) {
      #expect(DependencyValues.current.number == 1)
      try await Frame.bind(reevaluated(.current)) {
        #expect(DependencyValues.current.number == 2)
      }
      #expect(DependencyValues.current.number == 1)
    }
  }

  @Test func `a deferred layer is evaluated only when its scope is reevaluated`() async throws {
    try await counting.enter(over: bottom, isDeferred: true) {
      #expect(evaluations.value == 0)
      try await Frame.bind(reevaluated(.current)) {
        #expect(DependencyValues.current.number == 1)
      }
    }
  }

  @Test func `a deferred layer that was entered before is not evaluated again`() async throws {
    for count in 1...2 {
      try await counting.enter(over: bottom, isDeferred: true) {
        let other = RootFrame(DependencyRoot(owner: nil))
        _ = try await Frame.current.reevaluated(onto: other, through: other)
      }
      #expect(evaluations.value == count)
    }
  }

  @Test
  func `reevaluation keeps the order of layers and copies overrides between them`() async throws {
    let appending = ScopeLayer(at: .unknown) { $0.text += "!" }

    try await counting.enter(over: bottom) {
      try await withDependencies {
        $0.text = "between"
      } operation: {
        try await appending.enter(over: .current) {
          try await counting.enter(over: .current, isDeferred: true) {
            try await Frame.bind(reevaluated(.current)) {
              #expect(DependencyValues.current.text == "between!")
              #expect(DependencyValues.current.number == 3)
            }
          }
        }
      }
    }
  }

  @Test func `a layer without overrides is also reevaluated`() async throws {
    let silent = ScopeLayer(at: .unknown) { [evaluations] _ in evaluations.withValue { $0 += 1 } }

    try await silent.enter(over: bottom) {
      try await counting.enter(over: .current) {
        try await Frame.bind(reevaluated(.current)) {
          #expect(DependencyValues.current.number == 4)
        }
      }
    }
  }

  @Test
  func `a layer that prepares dependencies prepares them again in the new root`() async throws {
    let preparing = ScopeLayer(at: .unknown) { [evaluations] _ in
      let count = evaluations.withValue {
        $0 += 1
        return $0
      }
      prepareDependencies { $0.number = count }
    }

    try await preparing.enter(over: bottom) {
      try await Frame.bind(reevaluated(.current)) {
        #expect(DependencyValues.current.number == 2)
      }
      #expect(DependencyValues.current.number == 1)
    }
  }

  @Test func `reevaluation copies values that were prepared outside of layers`() async throws {
    try await counting.enter(over: bottom) {
      prepareDependencies { $0.text = "prepared" }
      try await Frame.bind(reevaluated(.current)) {
        #expect(DependencyValues.current.text == "prepared")
        #expect(DependencyValues.current.number == 2)
      }
    }
  }

  @Test func `reevaluation rethrows the error of a layer`() async throws {
    struct Offline: Error {}
    let failing = ScopeLayer(at: .unknown) { _ in throw Offline() }

    try await failing.enter(over: bottom, isDeferred: true) {
      _ = await #expect(throws: Offline.self) { try await reevaluated(.current) }
    }
  }

  @Test func `a reevaluated scope can be reevaluated again`() async throws {
    let third = RootFrame(DependencyRoot(owner: nil))

    try await counting.enter(over: bottom, isDeferred: true) {
      let second = try await reevaluated(.current)
      try await Frame.bind(second.reevaluated(onto: third, through: third)) {
        #expect(DependencyValues.current.number == 2)
      }
    }
  }

  @Test func `a copied scope can still be reevaluated`() async throws {
    let third = RootFrame(DependencyRoot(owner: nil))

    try await counting.enter(over: bottom, isDeferred: true) {
      let copy = Frame.current.copied(onto: other)
      try await Frame.bind(copy.reevaluated(onto: third, through: third)) {
        #expect(DependencyValues.current.number == 1)
      }
    }
  }

  @Test
  func `an unused override is reported once, even if its layer is reevaluated twice`() async throws
  {
    let unused = UnusedOverrides(askedForAt: .unknown)
    other.root.add(unused)

    try await counting.enter(over: bottom, isDeferred: true) {
      let watched = Frame.current.observed(by: unused)
      _ = try await watched.reevaluated(onto: other, through: other)
      _ = try await watched.reevaluated(onto: other, through: other)
    }

    let finding = try #require(unused.finish(other.root).first)
    #expect(finding.site == Self.site)
    #expect(unused.finish(other.root).count == 1)
    // This root is never closed, so the finding would be reported again at the end of the process.
    // Nothing is reported as unused in a test that has ended early.
    other.root.noteEarlyEnd()
  }

  @Test func `issues of a reevaluated layer go to the reporter of the given frame`() async throws {
    let reports = WaitingIssues()
    let reporting = ScopeLayer(at: .unknown) { _ in reportIssue("from the closure") }

    try await reporting.enter(over: bottom, isDeferred: true) {
      let start = ScopeFrame(over: other, reporter: reports)
      _ = try await Frame.current.reevaluated(onto: other, through: start)
    }

    #expect(reports.close().map(\.message) == ["from the closure"])
  }
}
