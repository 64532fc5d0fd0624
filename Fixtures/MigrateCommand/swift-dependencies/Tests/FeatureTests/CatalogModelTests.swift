import Clients
import ConcurrencyExtras
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import Feature

private let tea = Article(id: UUID(1), name: "Green tea")
private let oneTea: @Sendable (String) async throws -> [Article] = { _ in [tea] }
private let start = Date(timeIntervalSince1970: 1_234_567_890)

@MainActor
@Suite(
  .dependencies {
    $0.uuid = .incrementing
    $0.date = .constant(start)
    $0.analytics.track = { _, _ in }
  }
)
struct CatalogModelTests {
  @Test(.dependency(\.catalog.articles, oneTea))
  func loads() async {
    let model = CatalogModel()
    await model.load()
    #expect(model.articles == [tea])
    #expect(model.openedAt == start)
  }

  @Test func readsWhatItWasMadeWith() async {
    let model = withDependencies {
      $0.catalog.articles = { matching in [Article(id: UUID(2), name: matching)] }
      $0.date.now = start.addingTimeInterval(60)
    } operation: {
      CatalogModel()
    }
    await model.load()
    #expect(model.articles.map(\.name) == ["tea"])
    #expect(model.openedAt == start.addingTimeInterval(60))
  }

  @Test func tracksWhatItLoads() async {
    let events = LockIsolated<[String]>([])
    let model = withDependencies {
      $0.catalog.articles = { _ in [tea, tea] }
      $0.analytics.track = { event, value in events.withValue { $0.append("\(event) \(value)") } }
    } operation: {
      CatalogModel()
    }
    await model.load()
    #expect(events.value == ["load 2"])
    events.setValue([])
    #expect(events.isEmpty)
  }

  @Test func aChildHasItsParentsDependencies() {
    let model = withDependencies {
      $0.catalog.isOpen = { false }
    } operation: {
      CatalogModel()
    }
    model.select(tea)
    #expect(model.detail?.canBuy == true)
    model.selectPlainly(tea)
    #expect(model.detail?.canBuy == false)
  }

  @Test func removes() async {
    let removed = ActorIsolated<[UUID]>([])
    let detail = withDependencies {
      $0.catalog.remove = { id in await removed.withValue { $0.append(id) } }
    } operation: {
      DetailModel(article: tea)
    }
    await detail.remove()
    #expect(await removed.value == [tea.id])
  }

  @Test(.dependency(\.continuousClock, .immediate))
  func ticks() async {
    let model = CatalogModel()
    await model.tick()
    #expect(model.ticks == 3)
  }

  @Test func unimplementedEndpointsReport() async {
    await withExpectedIssue {
      await CatalogModel().load()
    }
  }

  @Test func greetsLater() async {
    let text = await withDependencies {
      $0.greeter = PlainGreeter()
    } operation: {
      await withCheckedContinuation { done in CatalogModel().greetLater { done.resume(returning: $0) } }
    }
    #expect(text == "hello")
  }

  @Test(.dependency(PlainGreeterKey.mock))
  func readsAKeyThatIsItsValue() {
    @Dependency(PlainGreeterKey.self) var greeter
    #expect(greeter.name == "mock")
  }
}

struct PlainGreeterKey: DependencyKey, Equatable {
  var name: String
  static let mock = Self(name: "mock")
  static let liveValue = Self(name: "live")
  static let testValue = Self(name: "test")
}

@Suite(.dependencies { $0.calendar = Calendar(identifier: .gregorian) })
struct OpeningHoursTests {
  @Dependency(\.calendar) var calendar

  @Test func areThoseOfTheCalendar() {
    #expect(openingHours() == "9 to 5")
    #expect(calendar.identifier == .gregorian)
  }

  @Test(.dependencies { $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator()) })
  func aDieHasSixSides() async {
    #expect(await (1...6).contains(Counter().add()))
  }
}
