import DependenceModules
import DependenceTesting
import TestKeys
import Testing

// What stands around a list of modules: who builds it, who injects from it, and who was forgotten.

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

/// Is not made by whoever injects it, and may be a class.
private final class Screen {
  @Inject private var widgetService: any WidgetServiceType
  @Inject private var sampleService: any SampleServiceType

  func load() -> [String] { [widgetService.test(), sampleService.test()] }
}

/// Injects one service more than the app has registered.
private struct Forgetful {
  static let forgottenLine = #line + 3
  @Inject var widgetService: any WidgetServiceType
  @Inject var sampleService: any SampleServiceType
  @Inject var anotherService: any AnotherServiceType

  func test() -> [String] { [widgetService.test(), sampleService.test(), anotherService.test()] }
}

/// Owns its list, and builds it when it starts.
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
  @Test func `an app builds its list when it starts, and everything injects from it`() {
    _ = AppDelegate()

    #expect(Screen().load() == ["widget", "sample"])
  }

  @Test func `a consumer may be made before the list is built`() {
    let screen = Screen()

    _ = AppDelegate()

    #expect(screen.load() == ["widget", "sample"])
  }

  @Test func `a list may be one module`() {
    let modules = Dependencies { Module { PlainWidget() as any WidgetServiceType } }

    modules.build()

    @Inject var service: any WidgetServiceType
    #expect(service.test() == "widget")
  }

  @Test func `a forgotten service is a trap at its property, and the others are there`()
    async throws
  {
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

  @Test func `a forgotten service is thrown where one can catch`() {
    _ = AppDelegate()

    let found = issues {
      #expect(throws: ModuleError.self) {
        try Dependencies.resolve((any AnotherServiceType).self)
      }
    }

    #expect(found.count == 1)
  }
}
