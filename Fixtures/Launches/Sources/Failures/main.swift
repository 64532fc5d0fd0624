import DependenceModules

enum CityKey: DependencyKey {
  static var liveValue: String { "Ghent" }
}

protocol Clock: Sendable {
  var time: Int { get }
}

struct TowerClock: Clock {
  let time: Int
}

let clocks = Dependencies {
  Module { TowerClock(time: 12) as any Clock }
}

switch CommandLine.arguments.last {
case "second":
  prepareDependencies { $0[CityKey.self] = "Bruges" }
  clocks.build()
  prepareDependencies { $0[CityKey.self] = "Antwerp" }
case "late":
  clocks.build()
  print(Dependency(CityKey.self).wrappedValue)
  prepareDependencies { $0[CityKey.self] = "Bruges" }
case "twice":
  prepareDependencies {
    $0[CityKey.self] = "Bruges"
    $0[module: (any Clock).self] = TowerClock(time: 1)
  }
  clocks.build()
case "inside":
  withDependencies {
    $0[CityKey.self] = "Bruges"
  } operation: {
    clocks.build()
  }
default:
  fatalError("There is no such mistake.")
}

print(Dependency(CityKey.self).wrappedValue)
print(Dependencies.resolveIfRegistered((any Clock).self)?.time ?? 0)
