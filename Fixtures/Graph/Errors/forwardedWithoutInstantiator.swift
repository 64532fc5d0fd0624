import DependenceGraph

struct User {}

@Instantiable
struct App: Instantiable {
  @Instantiated let home: Home
}

@Instantiable
struct Home: Instantiable {
  @Forwarded let user: User
}
