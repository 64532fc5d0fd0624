import Dependence
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

struct Offline: Error {}

// MARK: - Faults

struct FaultExampleTests {
  @Test func `a wrapped endpoint is delayed or fails with a given probability`() async {
    let faults = Faults(
      seed: 7,
      [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2)]
    )
    let fetch = faults.wrap("API.fetch") { (id: Int) async throws in "product \(id)" }

    await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      for id in 1...20 { _ = try? await fetch(id) }
    }

    #expect(faults.injected.contains("API.fetch call 1: delayed 0.214 s"))
  }

  @Test(
    .dependencies { $0.apiClient = .mock },
    .faults([.throwing(Offline(), probability: 0.2)]) { faults, dependencies in
      dependencies.apiClient.fetchGreeting = faults.wrap(
        "APIClient.fetchGreeting",
        dependencies.apiClient.fetchGreeting
      )
    }
  )
  func `a greeter has no greeting if its request fails`() async {
    let greeter = Greeter()

    try? await greeter.greet("Anna")

    #expect(["", "mock Anna"].contains(await greeter.greeting))
  }
}

// MARK: - Inject faults

struct ClientFaultTests {
  @Test(
    .dependencies { $0.shelf.save = { _, _ in } },
    .faults([.throwing(Offline(), probability: 0.3)]) { faults, dependencies in
      dependencies.shelf = faults.wrap(dependencies.shelf)
    },
    arguments: 0..<20
  )
  func `no article is lost, whichever endpoint fails`(number: Int) async {
    let pantry = Pantry()

    await pantry.putOrKeep(["tea": 2, "jam": 1])

    #expect(await pantry.kept.count + pantry.saved.count == 2)
  }

  @Test func `faults are injected into every endpoint of a client`() async {
    let faults = Faults(seed: 7, [.throwing(Offline())])
    await withDependencies {
      $0.shelf.save = { _, _ in }
    } operation: {
      await withDependencies {
        $0.shelf = faults.wrap($0.shelf)
      } operation: {
        await Pantry().putOrKeep(["tea": 2])
      }
    }

    #expect(faults.injected == ["Shelf.save call 1: threw Offline()"])
  }
}

class SavingTestCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let faults = Faults(seed: 7, [.reordering(within: .seconds(1))], clock: ImmediateClock())
    dependencies.shelf.save = faults.wrap("Shelf.save", dependencies.shelf.save)
  }
}

final class PantryTestCase: SavingTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.shelf.save = { _, _ in }
    super.configureDependencies(&dependencies)
  }

  func testAPantrySavesItsArticles() async throws {
    let pantry = Pantry()

    try await pantry.put(["tea": 2, "jam": 1])

    let saved = await pantry.saved
    XCTAssertEqual(saved, ["tea", "jam"])
  }
}
