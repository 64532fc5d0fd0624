import DependenceModules

/// A namespace that separates these declarations from those of other examples.
enum ShankExample {
  protocol NetworkModuleType: Sendable {}
  protocol WeatherModuleType: Sendable {}

  struct NetworkModule: NetworkModuleType {
    var host = "weather.example.com"
  }

  struct WeatherModule: WeatherModuleType {
    @Inject private var network: any NetworkModuleType
  }

  final class App {
    static let dependencies = Dependencies {
      Module { NetworkModule() as any NetworkModuleType }
      Module("archive") { NetworkModule(host: "archive.example.com") as any NetworkModuleType }
      Module { WeatherModule() as any WeatherModuleType }
    }

    init() {
      Self.dependencies.build()
    }
  }
}
