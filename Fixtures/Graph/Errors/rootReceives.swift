import DependenceGraph

@Instantiable(isRoot: true)
struct App: Instantiable {
  @Received let clock: Clock
}

@Instantiable
struct Clock: Instantiable {}
