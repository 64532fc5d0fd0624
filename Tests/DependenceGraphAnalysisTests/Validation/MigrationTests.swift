import Testing

@testable import DependenceGraphAnalysis

/// Tests of code that was written for SafeDI, whose macros have the same names.
struct MigrationTests {
  private func messages(_ source: String) -> [String] {
    Validator.findings(in: Analysis(of: source)).map(\.message)
  }

  @Test(arguments: ["generateMock: true", "mockOnly: true", "customMockName: \"mock\""])
  func `an unsupported argument is rejected with the supported alternative`(
    argument: String
  ) throws {
    let messages = messages("@Instantiable(\(argument)) struct App: Instantiable {}")

    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(
      message.hasPrefix(
        "the argument '\(argument.prefix { $0 != ":" }):' is not supported; remove "
      )
    )
    #expect(message.contains("'Root.test { "))
  }

  @Test func `a SafeDI configuration type is reported for removal`() {
    let messages = messages(
      "@SafeDIConfiguration enum Configuration {}\n@Instantiable struct App: Instantiable {}"
    )

    #expect(messages.count == 1)
    #expect(messages.first?.contains("@SafeDIConfiguration is not supported") == true)
  }

  @Test func `an instantiated optional is created from the type that it wraps`() {
    #expect(
      messages(
        """
        @Instantiable struct App: Instantiable {
          @Instantiated let service: Service?
          @Instantiated let later: Instantiator<Service>?
        }
        @Instantiable struct Service: Instantiable {}
        """
      ) == []
    )
  }

  @Test func `a missing optional is reported with the attribute that allows nil`() {
    let messages = messages(
      """
      @Instantiable struct App: Instantiable {
        @Instantiated let service: Service
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Service: Instantiable {}
      @Instantiable struct Leaf: Instantiable { @Received let service: Service? }
      """
    )

    #expect(
      messages == [
        """
        'service: Service?' of 'Leaf' is not available in App → Leaf; did you mean \
        'service: Service'? If the value may be nil, write '@Received(onlyIfAvailable: true)'
        """
      ]
    )
  }

  @Test func `an object that is being created is nil for optional receivers below it`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App: Instantiable { @Instantiated let a: A }
        @Instantiable final class A: Instantiable { @Instantiated let b: B }
        @Instantiable final class B: Instantiable { @Received(onlyIfAvailable: true) let a: A? }
        """
    )

    #expect(Validator.findings(in: analysis).map(\.message) == [])
    #expect(GeneratedFile.source(of: analysis, module: "App").contains("make_A(nil)"))
  }

  @Test func `an initializer may have labels other than the property names`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App: Instantiable { @Instantiated let a: A; @Instantiated let b: B
          init(with a: A, _ b: B) { self.a = a; self.b = b } }
        @Instantiable struct A: Instantiable {}
        @Instantiable struct B: Instantiable {}
        """
    )

    #expect(Validator.findings(in: analysis).map(\.message) == [])
    #expect(
      GeneratedFile.source(of: analysis, module: "App")
        .contains("self.init(with: make_A(), make_B())")
    )
  }
}
