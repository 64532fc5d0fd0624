import DependenceModules
import DependenceTesting
import TestKeys
import Testing

// These tests cover the code around a module list: the app that builds the list, the consumers of
// its services, and a consumer of a service that is not registered.

protocol WidgetServiceType: Sendable {
  func test() -> String
}

protocol SampleServiceType: Sendable {
  func test() -> String
}

protocol AnotherServiceType: Sendable {
  func test() -> String
}

private struct PlainWidget: WidgetServiceType {
  func test() -> String { "widget" }
}

private struct PlainSample: SampleServiceType {
  func test() -> String { "sample" }
}

/// A consumer that is a class and is not registered itself.
private final class Screen {
  @Inject private var widgetService: any WidgetServiceType
  @Inject private var sampleService: any SampleServiceType

  func load() -> [String] { [widgetService.test(), sampleService.test()] }
}

/// A consumer that injects one service that the app has not registered.
private struct Forgetful {
  static let forgottenLine = #line + 3
  @Inject var widgetService: any WidgetServiceType
  @Inject var sampleService: any SampleServiceType
  @Inject var anotherService: any AnotherServiceType

  func test() -> [String] { [widgetService.test(), sampleService.test(), anotherService.test()] }
}

/// An app delegate that owns the module list and builds it at launch.
private final class AppDelegate {
  private let dependencies = Dependencies {
    Module { PlainWidget() as any WidgetServiceType }
    Module { PlainSample() as any SampleServiceType }
  }

  init() {
    dependencies.build()
  }
}

struct ConsumerTests {
  @Test func `consumers inject services from the list that the app builds at launch`() {
    _ = AppDelegate()

    #expect(Screen().load() == ["widget", "sample"])
  }

  @Test func `a consumer can be created before the list is built`() {
    let screen = Screen()

    _ = AppDelegate()

    #expect(screen.load() == ["widget", "sample"])
  }

  @Test func `a list can consist of one module`() {
    let modules = Dependencies { Module { PlainWidget() as any WidgetServiceType } }

    modules.build()

    @Inject var service: any WidgetServiceType
    #expect(service.test() == "widget")
  }

  @Test func `a missing service traps at its property, and the others resolve`() async throws {
    _ = AppDelegate()
    #expect(Forgetful().widgetService.test() + Forgetful().sampleService.test() == "widgetsample")

    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = AppDelegate()
      _ = Forgetful().test()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: any AnotherServiceType is not registered here. "))
    #expect(
      output.contains("(DependenceModulesTests/ConsumerTests.swift:\(Forgetful.forgottenLine))"),
      "\(output)"
    )
  }

  @Test func `resolving a missing service throws and reports one issue`() {
    _ = AppDelegate()

    let found = issues {
      #expect(throws: ModuleError.self) {
        try Dependencies.resolve((any AnotherServiceType).self)
      }
    }

    #expect(found.count == 1)
  }
}
