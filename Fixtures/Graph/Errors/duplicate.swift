import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let clock: any Clock
}

protocol Clock {}

@Instantiable(fulfillingAdditionalTypes: [(any Clock).self])
struct WallClock: Clock, Instantiable {}

@Instantiable(fulfillingAdditionalTypes: [(any Clock).self])
struct PocketClock: Clock, Instantiable {}
