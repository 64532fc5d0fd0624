@testable import DependenceGraphAnalysis

/// Screens that can all open each other, and a root that opens the first.
enum ScreenGraph {
  static let module = "Screens"

  static func make(_ count: Int) -> Graph {
    let place = SourcePlace(file: "Screens.swift", line: 1, column: 1)
    func opening(_ screens: some Sequence<Int>) -> [Graph.Property] {
      screens.map { screen in
        Graph.Property(
          declaration: InjectedProperty(
            label: "screen\(screen)",
            type: TypeReference("Instantiator", arguments: [TypeReference("Screen\(screen)")]),
            source: .instantiated,
            instantiator: .instantiator,
            place: place
          ),
          child: screen
        )
      }
    }
    func node(_ name: String, _ properties: [Graph.Property], isRoot: Bool) -> Graph.Node {
      var node = Graph.Node(
        type: InstantiableType(
          name: name,
          module: module,
          place: place,
          isRoot: isRoot,
          properties: properties.map(\.declaration)
        ),
        made: TypeReference(name),
        properties: properties
      )
      node.makingOrder = Array(properties.indices)
      return node
    }
    let screens = (0..<count).map { index in
      node("Screen\(index)", opening((0..<count).filter { $0 != index }), isRoot: false)
    }
    let root = node("Root", opening([0]), isRoot: true)
    return Graph(nodes: screens + [root], roots: [count])
  }

  /// The source code of the screens, as the macros leave it, and of what they are made with.
  static func source(_ count: Int) -> String {
    let screens = (0..<count).map { index in
      let others = (0..<count).filter { $0 != index }
      let properties = others.map { "  let screen\($0): Instantiator<Screen\($0)>" }
      return "struct Screen\(index): Instantiable {\n\(properties.joined(separator: "\n"))\n}"
    }
    return """
      protocol Instantiable {}
      struct Instantiator<Instance: Instantiable> {
        let instantiate: () -> Instance
        init(_ instantiate: @escaping () -> Instance) { self.instantiate = instantiate }
      }
      struct Root: Instantiable { let screen0: Instantiator<Screen0> }
      \(screens.joined(separator: "\n"))

      """
  }
}
