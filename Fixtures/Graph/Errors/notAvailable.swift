import DependenceGraph

struct User {}

@Instantiable
struct App: Instantiable {
  @Instantiated let welcome: Instantiator<Welcome>
  @Instantiated let home: Instantiator<Home>
}

@Instantiable
struct Welcome: Instantiable {
  @Forwarded let user: User
  @Instantiated let greeting: Greeting
}

@Instantiable
struct Home: Instantiable {
  @Instantiated let greeting: Greeting
}

@Instantiable
struct Greeting: Instantiable {
  @Received let user: User
}
