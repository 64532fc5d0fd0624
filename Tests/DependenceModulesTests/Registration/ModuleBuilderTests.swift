import DependenceModules
import DependenceTesting
import Testing

struct ModuleBuilderTests {
  private func names(of modules: Dependencies) -> [String] {
    withDependencies(modules) {
      (0..<6).compactMap { number in
        DependencyValues.current.registeredText("\(number)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a module list supports conditions, loops and nested lists`(condition: Bool) {
    let other = Dependencies { Module("5") { "nested" } }
    let modules = Dependencies {
      Module("0") { "plain" }
      if condition { Module("1") { "optional" } }
      if condition { Module("2") { "first" } } else { Module("2") { "second" } }
      for number in 3...4 { Module("\(number)") { "loop \(number)" } }
      if #available(macOS 26, *) { other }
    }

    #expect(
      names(of: modules)
        == (condition
          ? ["plain", "optional", "first", "loop 3", "loop 4", "nested"]
          : ["plain", "second", "loop 3", "loop 4", "nested"])
    )
  }

  @Test func `a module list can be empty`() {
    #expect(names(of: Dependencies {}) == [])
    #expect(names(of: Dependencies()) == [])
  }

  @Test func `binding a module list does not run its factories`() {
    withDependencies(Dependencies { Module { fail() } }) {}
  }

  private func fail() -> Int {
    Issue.record("the factory ran")
    return 0
  }
}

extension DependencyValues {
  /// The string that is registered under a name, or `nil` if there is none.
  fileprivate func registeredText(_ name: String) -> String? {
    (try? withIssueReporter(Silence()) { try Dependencies.resolve(String.self, named: name) })
  }
}

private struct Silence: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { true }
}
