import Swinject
import XCTest

@testable import Weather

struct RainyNetwork: Network {
  func get(_ path: String) async throws -> String { "rain, says \(path)" }
}

struct RainyAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Network.self) { _ in RainyNetwork() }
  }
}

final class WeatherTests: XCTestCase {
  func testTheServiceIsBuiltOnTheNetwork() async throws {
    let assembler = Assembler([RainyAssembly(), WeatherAssembly()])
    let service = assembler.resolver.resolve((any WeatherService).self)!
    let city = assembler.resolver.resolve(String.self, name: "city")!
    let text = try await service.forecast(for: city)
    XCTAssertEqual(text, "rain, says Ghent")
  }

  func testResolutionsThatMakeInstances() {
    let assembler = Assembler([WeatherAssembly()])
    let pair = guides(Shelf())
    XCTAssert(pair[0] !== pair[1])
    XCTAssert(pair[0].visit !== pair[1].visit)
    XCTAssertEqual(pair[0].visit.city, "Ghent")
    XCTAssertEqual(tour(Shelf())?.days, 3)
  }

  func testValuesThatAreMadeEachTime() {
    let assembler = Assembler([TicketAssembly()])
    XCTAssertNotEqual(tickets(Shelf())[0], tickets(Shelf())[1])
    XCTAssertEqual(price(Shelf()), 1.5)
  }

  func testAnOptionalTypeIsNilWithoutARegistration() {
    let assembler = Assembler([NetworkAssembly()])
    XCTAssertNil(price(Shelf()))
  }

  func testRegistrationsInShorthand() {
    let assembler = Assembler(
      [NetworkAssembly(), WeatherAssembly(), SouvenirAssembly()],
      container: Container()
    )
    let diary = assembler.resolver.resolve(Diary.self)!
    XCTAssertEqual(diary.pages, 5)
    XCTAssert(find(Keepsake.self, in: Shelf()) !== find(Keepsake.self, in: Shelf()))
    XCTAssertEqual(find(Int.self, in: Shelf()), 5)
  }
}
