import DependenceGraph

struct User {}

@Instantiable
struct App: Instantiable {
  @Instantiated(fulfilledByType: "Home") let home: ErasedInstantiator<(), any Screen>
}

protocol Screen {}

@Instantiable
struct Home: Screen, Instantiable {
  @Forwarded let user: User
}
