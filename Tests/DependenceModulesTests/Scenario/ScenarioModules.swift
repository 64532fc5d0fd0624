import DependenceModules
import Foundation

/// The modules of the scenario: two structs, one of which is also registered under a name, and a
/// class whose instances have identifiers.
let scenarioModules = Dependencies {
  Module { WidgetModule() as any WidgetModuleType }
  Module { SampleModule() as any SampleModuleType }
  Module("abc") { SampleModule(value: "123") as any SampleModuleType }
  Module { SomeClass() as any SomeClassType }
}

struct WidgetModule: WidgetModuleType {
  func component() -> any WidgetWorkerType {
    WidgetWorker(store: component(), remote: component())
  }

  func component() -> any WidgetRemote { WidgetNetworkRemote(service: component()) }
  func component() -> any WidgetStore { WidgetRealmStore() }
  func component() -> any HTTPServiceType { HTTPService() }
  func test() -> String { "WidgetModule.test()" }
}

struct SampleModule: SampleModuleType {
  var value: String?

  func component() -> any SomeObjectType { SomeObject() }
  func component() -> any AnotherObjectType { AnotherObject(object: component()) }

  func component() -> any ViewModelObjectType {
    SomeViewModel(object: component(), other: component())
  }

  func component() -> any ViewControllerObjectType { SomeViewController() }
  func test() -> String { "SampleModule.test()" + (value ?? "") }
}

final class SomeClass: SomeClassType {
  let id = UUID().uuidString
}

private struct SomeObject: SomeObjectType {
  func testAbc() -> String { "SomeObject.testAbc" }
}

private struct AnotherObject: AnotherObjectType {
  let object: any SomeObjectType

  func testXyz() -> String { "AnotherObject.testXyz|" + object.testAbc() }
}

private struct SomeViewModel: ViewModelObjectType {
  let object: any SomeObjectType
  let other: any AnotherObjectType

  func testLmn() -> String { "SomeViewModel.testLmn|" + object.testAbc() }
  func testLmnNested() -> String { "SomeViewModel.testLmnNested|" + other.testXyz() }
}

/// A view controller that requests its components from the module that creates it.
private final class SomeViewController: ViewControllerObjectType {
  @Inject private var module: any SampleModuleType
  private lazy var object: any SomeObjectType = module.component()
  private lazy var other: any AnotherObjectType = module.component()

  func testRst() -> String { "SomeViewController.testRst|" + object.testAbc() }
  func testRstNested() -> String { "SomeViewController.testRstNested|" + other.testXyz() }
}

private struct WidgetWorker: WidgetWorkerType {
  let store: any WidgetStore
  let remote: any WidgetRemote

  func fetch(id: Int) -> String { store.fetch(id: id) + remote.fetch(id: id) }
}

private struct WidgetNetworkRemote: WidgetRemote {
  let service: any HTTPServiceType

  func fetch(id: Int) -> String { "|MediaNetworkRemote.\(id)|" }
}

private struct WidgetRealmStore: WidgetStore {
  func fetch(id: Int) -> String { "|MediaRealmStore.\(id)|" }
  func createOrUpdate(_ request: String) -> String { "MediaRealmStore.createOrUpdate\(request)" }
}

private struct HTTPService: HTTPServiceType {
  func get(url: String) -> String { "HTTPService.get" }
  func post(url: String) -> String { "HTTPService.post" }
}
