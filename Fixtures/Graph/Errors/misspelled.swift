import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let clock: Clock
  @Instantiated let home: Home
}

@Instantiable
struct Clock: Instantiable {}

@Instantiable
struct Home: Instantiable {
  @Received let clocks: Clock
}
