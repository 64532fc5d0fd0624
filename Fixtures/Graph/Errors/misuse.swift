import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated(fulfilledByType: "Clock(); fatalError(); _ = Clock") let clock: Clock
}

@Instantiable
struct Clock: Instantiable {}
