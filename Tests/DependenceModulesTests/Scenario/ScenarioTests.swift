import DependenceModules
import DependenceTesting
import Testing

/// An app that consists of modules, tested with Swift Testing.
@Suite(.modules(scenarioModules))
struct ScenarioTests {
  @Inject private var widgetModule: any WidgetModuleType
  @Inject private var sampleModule: any SampleModuleType
  @Inject("abc") private var namedModule: any SampleModuleType
  @Inject private var someClass: any SomeClassType

  @Test func `modules are resolved by type and by name`() {
    #expect(widgetModule.test() == "WidgetModule.test()")
    #expect(sampleModule.test() == "SampleModule.test()")
    #expect(namedModule.test() == "SampleModule.test()123")
  }

  @Test func `a module composes a component from other components`() {
    let worker: any WidgetWorkerType = widgetModule.component()

    #expect(worker.fetch(id: 3) == "|MediaRealmStore.3||MediaNetworkRemote.3|")
  }

  @Test func `components can use each other and their module`() {
    let object: any SomeObjectType = sampleModule.component()
    let other: any AnotherObjectType = sampleModule.component()
    let model: any ViewModelObjectType = sampleModule.component()
    let controller: any ViewControllerObjectType = sampleModule.component()

    #expect(object.testAbc() == "SomeObject.testAbc")
    #expect(other.testXyz() == "AnotherObject.testXyz|SomeObject.testAbc")
    #expect(model.testLmn() == "SomeViewModel.testLmn|SomeObject.testAbc")
    #expect(
      model.testLmnNested()
        == "SomeViewModel.testLmnNested|AnotherObject.testXyz|SomeObject.testAbc"
    )
    #expect(controller.testRst() == "SomeViewController.testRst|SomeObject.testAbc")
    #expect(
      controller.testRstNested()
        == "SomeViewController.testRstNested|AnotherObject.testXyz|SomeObject.testAbc"
    )
  }

  @Test func `repeated reads of a module return the same instance`() {
    #expect(someClass.id == someClass.id)
  }

  @Test func `validation of the scenario modules finds no gaps`() throws {
    #expect(try scenarioModules.validate().unchecked == [])
  }
}

/// The same module list, installed by each test instead of by a trait.
struct InstalledScenarioTests {
  @Inject private var widgetModule: any WidgetModuleType

  @Test func `a test can read the modules that it prepares`() {
    // `prepareDependencies` installs the modules like `build()`.
    prepareDependencies(scenarioModules)

    #expect(widgetModule.test() == "WidgetModule.test()")
  }

  @Test func `synchronous code can install a list with build()`() {
    scenarioModules.build()

    #expect(widgetModule.test() == "WidgetModule.test()")
  }

  @Test func `buildAsync installs a list`() async throws {
    try await scenarioModules.buildAsync()

    #expect(widgetModule.test() == "WidgetModule.test()")
  }
}
