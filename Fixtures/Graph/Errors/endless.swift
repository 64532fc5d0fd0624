import DependenceGraph

@Instantiable
struct App: Instantiable {
  @Instantiated let box: Instantiator<Box<Int>>
}

@Instantiable
struct Box<Content>: Instantiable {
  @Instantiated let larger: Instantiator<Box<[Content]>>
}
