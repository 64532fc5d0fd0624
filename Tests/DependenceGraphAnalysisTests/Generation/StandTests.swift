import Testing

@testable import DependenceGraphAnalysis

/// Tests of the choice of the value that replaces a property in generated test code.
struct StandTests {
  /// Each argument contains a property of a root, and its replacement.
  @Test(
    arguments: [
      ("@Instantiated let a: Sub", .none), ("@Instantiated let a: Sub?", .none),
      ("@Instantiated(fulfilledByType: \"Sub\") let a: Base", .none),
      ("@Instantiated(fulfilledByType: \"Sub\") let a: Plain", .required),
      ("@Instantiated let a: Instantiator<Sub>", .none),
      ("@Instantiated let a: Instantiator<Plain>", .none),
      ("@Instantiated let a: SendableInstantiator<Plain>", .none),
      ("@Instantiated let a: any Log", .double("Unimplemented_Log")),
      ("@Instantiated let a: (any Log)?", .double("Unimplemented_Log")),
      ("@Instantiated let a: any Made", .required),
      (
        "@Instantiated(fulfilledByType: \"Sub\") let a: ErasedInstantiator<(), any Log>",
        .double("Unimplemented_Log")
      ),
      (
        "@Instantiated(fulfilledByType: \"Sub\") let a: SendableErasedInstantiator<(), Plain>",
        .required
      ),
      (
        "@Instantiated(fulfilledByType: \"Sub\", erasedToConcreteExistential: true) let a: AnyLog",
        .none
      ),
      ("@Forwarded let a: Int", .none),
    ] as [(String, Doubles.Replacement)]
  )
  func `a test replaces a property by a double, the real type or a parameter`(
    property: String,
    replacement: Doubles.Replacement
  ) throws {
    let analysis = Analysis(
      of: """
        protocol Log { func write() }
        protocol Made { init() }
        class Plain {}
        struct AnyLog {}
        @Instantiable class Base: Plain {}
        @Instantiable(fulfillingAdditionalTypes: [Plain.self, Log.self, Made.self])
        final class Sub: Base {}
        @Instantiable(isRoot: true) struct App { \(property) }
        """
    )
    #expect(Validator.findings(in: analysis).map(\.message) == [])
    let graph = analysis.graph
    let root = try #require(graph.nodes.first { $0.createdType.description == "App" })

    #expect(Doubles(analysis).replacement(for: root.properties[0], of: graph) == replacement)
  }
}
