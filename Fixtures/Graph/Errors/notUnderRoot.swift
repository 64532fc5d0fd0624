import DependenceGraph

@Instantiable
struct Home: Instantiable {
  @Forwarded let name: String
}

@Instantiable
struct Clock: Instantiable {}
