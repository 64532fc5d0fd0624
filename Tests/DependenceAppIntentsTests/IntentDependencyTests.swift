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
  @Test(.dependency(\.number, 5)) func `an intent gets the dependency of the test`() async throws {
    let manager = AppDependencyManager()
    manager.add(from: \.number)
    let intent = NumberIntent(manager)

    try await intent()
  }
}
#endif

/// A manager of another framework, which asks for dependencies when it likes, wherever it runs.
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

/// The part of the bridge that does not depend on the platform: the line with which it passes a dependency on.
struct IntentDependencyTests {
  private let manager = Manager()

  @Test func `a manager gets the instance that the app has`() async {
    manager.add(from: \.token)

    let token: Token? = await manager.value()

    #expect(token === DependencyValues.current.token)
  }

  @Test(.dependency(\.number, 5)) func `overrides of the scope are in effect`() async {
    withDependencies {
      $0.text = "override"
    } operation: {
      manager.add { "\($0.text) \($0.number)" }
    }

    #expect(await manager.value() == "override 5")
  }

  @Test(.modules { Module { Token() } }) func `modules are read like keys`() async {
    manager.add { $0[module: Token.self] }

    let token: Token? = await manager.value()

    #expect(token === DependencyValues.current[module: Token.self])
  }

  @Test func `a dependency is not made before the manager asks for it`() async {
    let made = LockBox(0)
    Dependencies { Module { made.withValue { $0 += 1 } } }.install()
    manager.add { $0[module: Void.self] }
    #expect(made.value == 0)

    let _: Void? = await manager.value()

    #expect(made.value == 1)
  }
}

extension Dependencies {
  /// `build()` where its asynchronous form is in the way.
  fileprivate func install() { build() }
}
