import DependenceModules
import DependenceTesting
import Testing

struct First: Sendable {}
struct Second: Sendable {}

private enum CycleKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    @Inject var first: First
    _ = first
    return 0
  }
}

extension Dependencies {
  fileprivate var inCycle: Int {
    @Dependency(CycleKey.self) var number
    return number
  }
}

struct ModuleCycleTests {
  @Test
  func `a cycle of modules, properties and keys traps with the dependency chain`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let modules = Dependencies {
        Module { () -> First in
          @Inject var second: Second
          _ = second
          return First()
        }
        Module { () -> Second in
          _ = DependencyValues.current[\.inCycle]
          return Second()
        }
      }
      withDependencies(modules) {
        @Inject var first: First
        _ = first
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Dependency cycle: First → Second → Dependencies.<Int> ("), "\(output)")
    #expect(output.contains(") → DependenceModulesTests.CycleKey → First. Each of these defaults"))
  }
}
