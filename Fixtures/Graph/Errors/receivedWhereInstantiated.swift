import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let cache: Cache
}

@Instantiable
final class Cache: Instantiable {
  @Instantiated let disk: Disk
}

@Instantiable
final class Disk: Instantiable {
  @Received let cache: Cache
}
