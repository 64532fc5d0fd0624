import DependenceModules
import DependenceTesting
import Testing

/// An app that is made of modules, as Swift Testing runs it.
@Suite(.modules(scenarioModules))
struct ScenarioTests {
  @Inject private var widgetModule: any WidgetModuleType
  @Inject private var sampleModule: any SampleModuleType
  @Inject("abc") private var namedModule: any SampleModuleType
  @Inject private var someClass: any SomeClassType

  @Test func `modules are found by type and by name`() {
    #expect(widgetModule.test() == "WidgetModule.test()")
    #expect(sampleModule.test() == "SampleModule.test()")
    #expect(namedModule.test() == "SampleModule.test()123")
  }

  @Test func `a module makes its components from each other`() {
    let worker: any WidgetWorkerType = widgetModule.component()

    #expect(worker.fetch(id: 3) == "|MediaRealmStore.3||MediaNetworkRemote.3|")
  }

  @Test func `components reach each other, and their module`() {
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

  @Test func `a module makes one instance`() {
    #expect(someClass.id == someClass.id)
  }

  @Test func `the modules are complete`() throws {
    #expect(try scenarioModules.validate().unchecked == [])
  }
}

/// The same list, installed by the test itself.
struct InstalledScenarioTests {
  @Inject private var widgetModule: any WidgetModuleType

  @Test func `a list that a test builds holds for that test`() {
    // A test may be asynchronous, and `build()` has an asynchronous form.
    prepareDependencies(scenarioModules)

    #expect(widgetModule.test() == "WidgetModule.test()")
  }

  @Test func `the synchronous form of build is there in synchronous code`() {
    scenarioModules.build()

    #expect(widgetModule.test() == "WidgetModule.test()")
  }

  @Test func `the asynchronous form of build installs too`() async throws {
    try await scenarioModules.buildAsync()

    #expect(widgetModule.test() == "WidgetModule.test()")
  }
}
