import DependenceModules
import DependenceTesting
import Testing

// The examples in the documentation comments of `DependenceModules`.

let appModules = Dependencies {
  Module { AppModule() as any AppModuleType }
  Module { WidgetModule() as any WidgetModuleType }
  Module("staging") { AppModule(host: "staging.example.com") as any AppModuleType }
}

extension Dependencies {
  var orders: Orders { Orders() }
}

struct WidgetScreen {
  @Inject private var widgets: any WidgetModuleType
  @Inject("staging") private var staging: any AppModuleType
  func title() -> String { widgets.title() + " at " + staging.host }
}

extension Dependencies {
  var parcels: any ParcelService { Dependencies.forwarding(for: \.parcels) }
}

struct ModuleSourceExampleTests {
  @Test func `the modules of the app are complete`() throws {
    try appModules.validate()
  }

  @Test(.modules(appModules))
  func `a screen reads modules by type and by name`() {
    #expect(WidgetScreen().title() == "widgets at staging.example.com")
  }

  @Test(.modules { Module { QuietWidgets() as any WidgetModuleType } })
  func `a property of Dependencies is created once`() {
    @Dependency(\.orders) var orders

    #expect(orders === orders)
    #expect(DependencyValues.current[module: (any WidgetModuleType).self].title() == "")
  }
}

protocol AppModuleType: Sendable {
  var host: String { get }
}

struct AppModule: AppModuleType {
  var host = "example.com"
}

protocol WidgetModuleType: Sendable {
  func title() -> String
}

struct WidgetModule: WidgetModuleType {
  func title() -> String { "widgets" }
}

struct QuietWidgets: WidgetModuleType {
  func title() -> String { "" }
}

final class Orders: Sendable {}

protocol ParcelService: Sendable {}
