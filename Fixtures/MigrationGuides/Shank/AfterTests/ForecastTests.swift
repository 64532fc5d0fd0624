import DependenceModules
import DependenceTesting
import Testing

@testable import ShankAfter

@Suite(.modules(App.dependencies))
struct ForecastTests {
  @Test(.modules { Module { NetworkModule(host: "localhost") as any NetworkModuleType } })
  func `a forecast is of Ghent`() {
    #expect(Forecast().text() == "Ghent at localhost")
    #expect(Forecast().record() == "records at archive.example.com")
  }

  @Test(.modules { Module("archive") { NetworkModule(host: "attic") as any NetworkModuleType } })
  func `a module with a name is replaced by its name`() {
    #expect(Forecast().text() == "Ghent at weather.example.com")
    #expect(Forecast().record() == "records at attic")
  }

  @Test func `the list is complete`() throws {
    #expect(try App.dependencies.validate().unchecked == [])
  }
}

struct AppTests {
  @Test func `an app that starts registers its modules`() {
    _ = App()

    #expect(Forecast().text() == "Ghent at weather.example.com")
    #expect(Forecast().record() == "records at archive.example.com")
  }

  @Test func `a module that nobody registered is nil where a wrapper says so`() {
    @Inject var network: (any NetworkModuleType)?

    #expect(network == nil)
  }

  @Test func `a list is built in asynchronous code as in any other`() async throws {
    App.dependencies.build()
    await Task.yield()

    #expect(Forecast().text() == "Ghent at weather.example.com")
  }

  @Test func `a module that nobody registered is an issue with its name`() {
    withExpectedIssues(count: 1) {
      $0.message.contains("NetworkModuleType is not registered here.")
    } operation: {
      _ = #expect(throws: ModuleError.self) {
        try Dependencies.resolve((any NetworkModuleType).self)
      }
    }
  }
}
