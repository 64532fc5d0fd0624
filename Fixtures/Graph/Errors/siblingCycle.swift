import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let home: Instantiator<Home>
  @Instantiated let cache: Cache
}

@Instantiable
final class Home: Instantiable {
  @Received let cache: Cache
}

@Instantiable
final class Cache: Instantiable {
  @Received let home: Instantiator<Home>
}
