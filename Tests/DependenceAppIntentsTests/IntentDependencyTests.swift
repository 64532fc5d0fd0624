import DependenceModules
import DependenceTesting
import TestKeys
import Testing

#if canImport(AppIntents)
import AppIntents
import DependenceAppIntents

private struct NumberIntent: AppIntent {
  static let title: LocalizedStringResource = "Number"

  @AppDependency var number: Int

  init() {}
  init(_ manager: AppDependencyManager) { _number = AppDependency(manager: manager) }

  func perform() async throws -> some IntentResult {
    #expect(number == 5)
    return .result()
  }
}

struct AppDependencyManagerTests {
  @Test(.dependency(\.number, 5))
  func `an intent resolves the dependency that the test overrides`() async throws {
    let manager = AppDependencyManager()
    manager.add(from: \.number)
    let intent = NumberIntent(manager)

    try await intent()
  }
}
#endif

/// A substitute for the manager of another framework, which may read a value at any later time and
/// in any task.
private final class Manager: Sendable {
  private let providers = LockBox<[@Sendable () -> any Sendable]>([])

  func add<Value: Sendable>(from read: @escaping @Sendable (DependencyValues) -> Value) {
    let read = captureDependencies().wrap { read(.current) }
    providers.withValue { $0.append { read() } }
  }

  func value<Value>() async -> Value? {
    let provider = providers.value[0]
    return await Task.detached { provider() }.value as? Value
  }
}

/// Tests of the platform-independent code that adds a dependency to a manager.
struct IntentDependencyTests {
  private let manager = Manager()

  @Test func `a dependency added to a manager resolves to the instance of the scope`() async {
    manager.add(from: \.token)

    let token: Token? = await manager.value()

    #expect(token === DependencyValues.current.token)
  }

  @Test(.dependency(\.number, 5))
  func `a dependency added to a manager uses the overrides of the adding scope`() async {
    withDependencies {
      $0.text = "override"
    } operation: {
      manager.add { "\($0.text) \($0.number)" }
    }

    #expect(await manager.value() == "override 5")
  }

  @Test(.modules { Module { Token() } })
  func `a registered module can be added to a manager`() async {
    manager.add { $0[module: Token.self] }

    let token: Token? = await manager.value()

    #expect(token === DependencyValues.current[module: Token.self])
  }

  @Test func `a dependency is not created before the manager requests it`() async {
    let made = LockBox(0)
    Dependencies { Module { made.withValue { $0 += 1 } } }.install()
    manager.add { $0[module: Void.self] }
    #expect(made.value == 0)

    let _: Void? = await manager.value()

    #expect(made.value == 1)
  }
}

extension Dependencies {
  fileprivate func install() { build() }
}
