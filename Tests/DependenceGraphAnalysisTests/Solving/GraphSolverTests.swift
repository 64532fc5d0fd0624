import Testing

@testable import DependenceGraphAnalysis

/// Tests of the values that the types of small graphs need, and of the order in which these types
/// create their properties.
struct GraphSolverTests {
  /// Describes each type as `needs; optional needs; properties in the order of their creation`.
  private func solved(_ source: String) -> [String: String] {
    let nodes = Analysis(of: source).graph.nodes
    let texts = nodes.map { node in
      let made = node.makingOrder.map { node.properties[$0].declaration.label }
      return [node.needs.map(\.description), node.optionalNeeds.map(\.description), made]
        .map { $0.joined(separator: ", ") }.joined(separator: "; ")
    }
    return Dictionary(uniqueKeysWithValues: zip(nodes.map(\.createdType.description), texts))
  }

  @Test func `a need is propagated up to the type that provides it`() {
    let solved = solved(
      """
      @Instantiable struct Top { @Instantiated let a: A; @Instantiated let middle: Middle }
      @Instantiable struct Middle { @Instantiated let low: Low; @Instantiated let b: B }
      @Instantiable struct Low {
        @Received let b: B
        @Received let a: A
        @Received(onlyIfAvailable: true) let c: C?
      }
      @Instantiable struct A {}
      @Instantiable struct B { @Received let a: A }
      """
    )

    #expect(
      solved == [
        "Top": "; c: C; a, middle", "Middle": "a: A; c: C; b, low", "Low": "a: A, b: B; c: C; ",
        "A": "; ; ", "B": "a: A; ; ",
      ]
    )
  }

  @Test func `a need that is required by one type and optional for another is required`() {
    let solved = solved(
      """
      @Instantiable struct Top { @Instantiated let both: Both }
      @Instantiable struct Both { @Instantiated let one: One; @Instantiated let two: Two }
      @Instantiable struct One { @Received let a: A }
      @Instantiable struct Two {
        @Received(onlyIfAvailable: true) let a: A?
        @Received(onlyIfAvailable: true) let b: B?
      }
      """
    )

    #expect(solved["Both"] == "a: A; b: B; one, two")
    #expect(solved["Two"] == "; a: A, b: B; ")
  }

  @Test func `an optional property fulfils only optional needs`() {
    let solved = solved(
      """
      @Instantiable struct Top {
        @Instantiated let a: A?
        @Instantiated let one: One
        @Instantiated let two: Two
      }
      @Instantiable struct One { @Received let a: A }
      @Instantiable struct Two { @Received(onlyIfAvailable: true) let a: A? }
      @Instantiable struct A {}
      """
    )

    #expect(solved["Top"] == "a: A; ; a, one, two")
  }

  @Test func `a property is created after the optional values that it needs`() {
    let solved = solved(
      """
      @Instantiable struct Top {
        @Instantiated let user: User
        @Instantiated let a: Optional<A>
        @Instantiated let b: B
      }
      @Instantiable struct User { @Received(onlyIfAvailable: true) let b: B? }
      @Instantiable struct A {}
      @Instantiable struct B { @Received let a: A? }
      """
    )

    #expect(solved["Top"] == "; ; a, b, user")
  }

  @Test func `properties in a cycle and their dependents are not in the creation order`() {
    let solved = solved(
      """
      @Instantiable struct Top {
        @Instantiated let last: Last
        @Instantiated let a: A
        @Instantiated let b: B
        @Instantiated let c: C
        @Received(fulfilledByDependencyNamed: "c", ofType: C.self) let d: D
      }
      @Instantiable struct A { @Received let b: B }
      @Instantiable struct B { @Received let a: A }
      @Instantiable struct Last { @Received let a: A; @Received let d: D }
      @Instantiable struct C {}
      """
    )

    #expect(solved["Top"] == "; ; c, d")
  }

  @Test func `a cycle is broken at an optional need`() {
    let solved = solved(
      """
      @Instantiable struct Top {
        @Instantiated let a: A
        @Instantiated let b: B
        @Instantiated let c: C
      }
      @Instantiable struct A { @Received let b: B }
      @Instantiable struct B {
        @Received(onlyIfAvailable: true) let a: A?
        @Received(onlyIfAvailable: true) let c: C?
      }
      @Instantiable struct C {}
      """
    )

    #expect(solved["Top"] == "; ; c, b, a")
  }

  @Test func `an alias is created after the property that it refers to`() {
    let solved = solved(
      """
      @Instantiable struct Top {
        @Received(fulfilledByDependencyNamed: "a", ofType: A.self) let x: X
        @Received(fulfilledByDependencyNamed: "b", ofType: B.self, onlyIfAvailable: true) let y: Y?
        @Received(fulfilledByDependencyNamed: "z", ofType: Z.self, onlyIfAvailable: true) let w: W?
        @Received(fulfilledByDependencyNamed: "v", ofType: V.self) let u: U
        @Instantiated let a: A
        @Instantiated let b: B
      }
      @Instantiable struct A {}
      @Instantiable struct B {}
      """
    )

    #expect(solved["Top"] == "v: V; z: Z; a, x, b, y, w, u")
  }

  @Test func `no value is ordered before itself`() {
    let need = Graph.Need(label: "a", type: .void)
    let location = FileLocation(file: "a", line: 1, column: 1)
    let finding = Finding(kind: .misuse, location: location)

    #expect(!(need < need))
    #expect(!(location < location))
    #expect(!(finding < finding))
    #expect(!(TypeName.void < .void))
    #expect(!(AccessLevel.open < .open))
  }

  @Test func `needs are sorted by label and then by type`() {
    let types = ["A", "B"].map { TypeName(.parameter($0)) }
    let needs = ["a", "b"].flatMap { label in types.map { Graph.Need(label: label, type: $0) } }

    #expect(needs.reversed().sorted() == needs)
    #expect(needs.map(\.description) == ["a: A", "a: B", "b: A", "b: B"])
  }
}
