// The interfaces of the modules of an app. Modules are shared and must be `Sendable`, unlike the
// components that they create.

protocol WidgetModuleType: Sendable {
  func component() -> any WidgetWorkerType
  func component() -> any WidgetRemote
  func component() -> any WidgetStore
  func component() -> any HTTPServiceType
  func test() -> String
}

protocol SampleModuleType: Sendable {
  func component() -> any SomeObjectType
  func component() -> any AnotherObjectType
  func component() -> any ViewModelObjectType
  func component() -> any ViewControllerObjectType
  func test() -> String
}

protocol SomeClassType: Sendable {
  var id: String { get }
}

protocol SomeObjectType {
  func testAbc() -> String
}

protocol AnotherObjectType {
  func testXyz() -> String
}

protocol ViewModelObjectType {
  func testLmn() -> String
  func testLmnNested() -> String
}

protocol ViewControllerObjectType {
  func testRst() -> String
  func testRstNested() -> String
}

protocol WidgetStore {
  func fetch(id: Int) -> String
  func createOrUpdate(_ request: String) -> String
}

protocol WidgetRemote {
  func fetch(id: Int) -> String
}

protocol WidgetWorkerType {
  func fetch(id: Int) -> String
}

protocol HTTPServiceType {
  func get(url: String) -> String
  func post(url: String) -> String
}
