import DependenceGraph

@Instantiable(fulfillingAdditionalTypes: [(any Clock).self])
struct PocketClock: Clock, Instantiable {}
