import DependenceGraph

@Instantiable(isRoot: true)
struct App: Instantiable {
  @Instantiated let home: Home
}

@Instantiable
final class Home: Instantiable {
  @Instantiated let profile: Profile
}

@Instantiable
final class Profile: Instantiable {
  @Instantiated let home: Home
}
