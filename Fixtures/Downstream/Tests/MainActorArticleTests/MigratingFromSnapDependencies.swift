import DependenceModules

let appModules = Dependencies {
  Module(\.home) { City(name: "Ghent") }
}

func startApp() {
  appModules.build()
}

extension Dependencies {
  var home: City { Dependencies.forwarding(for: \.home) }
}

struct City: Sendable {
  let name: String
}
