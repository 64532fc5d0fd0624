import DependenceGraph

@Instantiable(fulfillingAdditionalTypes: [(any Clock).self])
struct WallClock: Clock, Instantiable {}
