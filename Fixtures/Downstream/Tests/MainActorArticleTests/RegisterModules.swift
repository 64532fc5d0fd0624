import DependenceModules

enum NewsApp {
  static let modules = Dependencies {
    Module { NetworkModule(host: "news.example.com") as any NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as any NetworkModuleType }
    Module { NewsModule() as any NewsModuleType }
    for region in ["north", "south"] {
      Module(region) { NetworkModule(host: "\(region).example.com") as any NetworkModuleType }
    }
  }

  static func start() {
    modules.build()
  }
}

protocol NetworkModuleType: Sendable {
  var host: String { get }
}

struct NetworkModule: NetworkModuleType {
  let host: String
}

protocol NewsModuleType: Sendable {
  func headline() -> String
}

struct NewsModule: NewsModuleType {
  @Inject private var network: any NetworkModuleType

  func headline() -> String { "rain at \(network.host)" }
}
