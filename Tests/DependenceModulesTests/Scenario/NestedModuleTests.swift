import DependenceModules
import DependenceTesting
import Testing

// In these tests, feature modules inject a shared module, which creates their common components.

protocol SharedModuleType: Sendable {
  func component() -> any HTTPServiceType
}

protocol FeatureModuleType: Sendable {
  func component() -> any WidgetWorkerType
  func component() -> any WidgetRemote
  func component() -> any WidgetStore
}

private struct SharedModule: SharedModuleType {
  let host: String

  func component() -> any HTTPServiceType { Server(host: host) }
}

private struct FeatureModule: FeatureModuleType {
  @Inject private var shared: any SharedModuleType

  func component() -> any WidgetWorkerType { Worker(store: component(), remote: component()) }
  func component() -> any WidgetRemote { Remote(service: shared.component()) }
  func component() -> any WidgetStore { Shelf() }
}

/// A consumer that keeps the components that it requested from its module.
private struct Consumer {
  @Inject private var module: any FeatureModuleType
  private lazy var worker: any WidgetWorkerType = module.component()

  // The first read of a `lazy` property stores its value, so it mutates the struct.
  mutating func load() -> String { worker.fetch(id: 3) }
}

@Suite(
  .modules {
    Module { SharedModule(host: "example.com") as any SharedModuleType }
    Module { FeatureModule() as any FeatureModuleType }
  }
)
struct NestedModuleTests {
  @Test func `a feature module uses components of the shared module that it injects`() {
    var consumer = Consumer()

    #expect(consumer.load() == "stored 3, example.com/3")
  }

  @Test(.modules { Module { SharedModule(host: "test") as any SharedModuleType } })
  func `replacing the shared module affects the modules that inject it`() {
    var consumer = Consumer()

    #expect(consumer.load() == "stored 3, test/3")
  }

  @Test func `a consumer keeps its components when a scope replaces the module`() {
    var consumer = Consumer()
    _ = consumer.load()

    withDependencies {
      $0[module: (any SharedModuleType).self] = SharedModule(host: "later")
    } operation: {
      var other = Consumer()
      #expect(consumer.load() == "stored 3, example.com/3")
      #expect(other.load() == "stored 3, later/3")
    }
  }
}

// MARK: - Components, which receive their dependencies in their initializers

private struct Worker: WidgetWorkerType {
  let store: any WidgetStore
  let remote: any WidgetRemote

  func fetch(id: Int) -> String { store.fetch(id: id) + ", " + remote.fetch(id: id) }
}

private struct Remote: WidgetRemote {
  let service: any HTTPServiceType

  func fetch(id: Int) -> String { service.get(url: "/\(id)") }
}

private struct Shelf: WidgetStore {
  func fetch(id: Int) -> String { "stored \(id)" }
  func createOrUpdate(_ request: String) -> String { request }
}

private struct Server: HTTPServiceType {
  let host: String

  func get(url: String) -> String { host + url }
  func post(url: String) -> String { host + url }
}
