import DependenceModules

@main
enum AttributedMain {
  static let core = Dependencies { Module { Engine() } }
  static let features = Dependencies { Module { (engine: Engine) in Car(engine: engine) } }

  static func main() {
    core.build()
    prepareDependencies { $0[FuelKey.self] = "power" }
    features.build()

    @Inject var car: Car
    print("The car runs on \(car.engine.fuel)")
  }
}

enum FuelKey: DependencyKey {
  static var liveValue: String { "nothing" }
}

struct Engine: Sendable {
  @Dependency(FuelKey.self) var fuel
}

struct Car: Sendable {
  let engine: Engine
}
