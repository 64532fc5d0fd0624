import DependenceGraph

@main
@Instantiable
struct Consumer: Instantiable {
  @Instantiated let greeting: any Greeting

  static func main() {
    print(Consumer().greeting.text)
  }
}

protocol Greeting {
  var text: String { get }
}

@Instantiable(fulfillingAdditionalTypes: [(any Greeting).self])
struct Hello: Greeting, Instantiable {
  let text = "hello, graph"
}
