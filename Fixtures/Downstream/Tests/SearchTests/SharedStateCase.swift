import Dependence
import DependenceSimulation
import DependenceXCTest
import XCTest

final class FreshStateCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.register = Register()
  }

  func testEachRunStartsWithAnEmptyRegister() async throws {
    try await explore(.exhaustive()) { _ in
      @Dependency(\.register) var register
      await register.add("entry")
      let count = await register.entries.count
      if count != 1 { reportIssue("\(count) entries") }
    }
  }
}

final class SharedInstanceCase: DependencyTestCase {
  private let shop = Shop()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.shop = shop
  }

  func testStoredPropertyIsShared() async throws {
    try await explore(.exhaustive()) { _ in
      @Dependency(\.shop) var shop
      _ = await sales(in: shop)
    }
  }
}
