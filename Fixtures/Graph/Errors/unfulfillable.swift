import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let clock: any Clock
}

protocol Clock {}

struct WallClock: Clock {}
