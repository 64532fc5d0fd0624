import DependenceModules
import DependenceXCTest
import XCTest

/// The app of ``ScenarioTests``, tested with XCTest.
final class ScenarioTestCase: XCTestCase {
  @Inject private var widgetModule: any WidgetModuleType
  @Inject private var sampleModule: any SampleModuleType
  @Inject("abc") private var namedModule: any SampleModuleType
  @Inject private var someClass: any SomeClassType

  private lazy var worker: any WidgetWorkerType = widgetModule.component()
  private lazy var object: any SomeObjectType = sampleModule.component()
  private lazy var other: any AnotherObjectType = sampleModule.component()
  private lazy var model: any ViewModelObjectType = sampleModule.component()
  private lazy var controller: any ViewControllerObjectType = sampleModule.component()

  override func setUp() {
    super.setUp()
    scenarioModules.build()
  }

  func testTheModulesAndTheirComponents() {
    XCTAssertEqual(widgetModule.test(), "WidgetModule.test()")
    XCTAssertEqual(sampleModule.test(), "SampleModule.test()")
    XCTAssertEqual(namedModule.test(), "SampleModule.test()123")
    XCTAssertEqual(worker.fetch(id: 3), "|MediaRealmStore.3||MediaNetworkRemote.3|")
    XCTAssertEqual(object.testAbc(), "SomeObject.testAbc")
    XCTAssertEqual(other.testXyz(), "AnotherObject.testXyz|SomeObject.testAbc")
    XCTAssertEqual(model.testLmn(), "SomeViewModel.testLmn|SomeObject.testAbc")
    XCTAssertEqual(
      model.testLmnNested(),
      "SomeViewModel.testLmnNested|AnotherObject.testXyz|SomeObject.testAbc"
    )
    XCTAssertEqual(controller.testRst(), "SomeViewController.testRst|SomeObject.testAbc")
    XCTAssertEqual(
      controller.testRstNested(),
      "SomeViewController.testRstNested|AnotherObject.testXyz|SomeObject.testAbc"
    )
  }

  func testAModuleMakesOneInstance() {
    let first = someClass
    let second = someClass

    XCTAssertEqual(first.id, second.id)
  }

  func testTheModulesAreComplete() throws {
    XCTAssertEqual(try scenarioModules.validate().unchecked, [])
  }
}

/// A test case that registers the modules for its methods, and replaces one of them.
final class ConfiguredScenarioTestCase: DependencyTestCase {
  @Inject private var sampleModule: any SampleModuleType
  @Inject private var widgetModule: any WidgetModuleType

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.register(scenarioModules)
    dependencies.register { Module { SampleModule(value: "456") as any SampleModuleType } }
  }

  func testTheLaterModuleWins() {
    XCTAssertEqual(sampleModule.test(), "SampleModule.test()456")
    XCTAssertEqual(widgetModule.test(), "WidgetModule.test()")
  }
}
