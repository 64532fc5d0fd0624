import Testing

@testable import DependenceGraphAnalysis

/// Tests that findings stay short, and that the validation ends, in projects of unusual size or
/// shape.
struct LimitTests {
  private func findings(_ source: String) -> [Finding] {
    Validator.findings(in: Analysis(of: source))
  }

  private func root(_ count: Int, last: String) -> String {
    let values = (0..<count).map { "@Instantiated let value\($0): V" }
    return """
      @Instantiable struct App {
        \(values.joined(separator: "\n"))
        \(last)
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct V {}
      @Instantiable struct A {}
      @Instantiable struct Leaf { @Received let wanted: A }
      """
  }

  @Test(arguments: [(3, 3...3), (500, 3...50)])
  func `a finding lists a few of the available values`(count: Int, listed: ClosedRange<Int>) {
    let findings = findings(root(count, last: ""))

    #expect(findings.map(\.kind) == [.notAvailable])
    #expect(listed.contains(findings.first?.available.count ?? 0))
    #expect(findings.first?.available.first?.name == "value0: V")
  }

  @Test func `a value that is available after many others is suggested`() {
    let findings = findings(root(30, last: "@Instantiated let wantd: A"))

    #expect(findings.map(\.kind) == [.misspelled])
    #expect(findings.first?.suggestion == "wantd: A")
  }

  /// Each argument contains an available value, and the value that is suggested in place of the
  /// missing value `wanted: Service`.
  @Test(
    arguments: [
      ("wantd: Service", "wantd: Service"), ("wanted: Servce", "wanted: Servce"),
      ("other: Service", nil), ("wanted: Other", nil), ("wantd: Servce", nil),
    ] as [(String, String?)]
  )
  func `a value with a similar name or type is suggested`(given: String, suggestion: String?) {
    let findings = findings(
      """
      @Instantiable struct App { @Instantiated let \(given); @Instantiated let leaf: Leaf }
      @Instantiable struct Service {}
      @Instantiable struct Servce {}
      @Instantiable struct Other {}
      @Instantiable struct Leaf { @Received let wanted: Service }
      """
    )

    #expect(findings.map(\.suggestion) == [suggestion])
  }

  @Test func `a specialisation with a long name is not mistaken for an endless one`() {
    let name = String(repeating: "N", count: 300)

    let findings = findings(
      """
      @Instantiable struct App { @Instantiated let box: Box<\(name)> }
      @Instantiable struct Box<Value> {}
      struct \(name) {}
      """
    )

    #expect(findings == [])
  }

  @Test(arguments: [1, 8])
  func `a member is found in a distant superclass`(depth: Int) {
    let classes = (1...depth).map { "class C\($0): C\($0 - 1) {}" }

    let findings = findings(
      """
      class C0 { struct Inner {} }
      \(classes.joined(separator: "\n"))
      @Instantiable(isRoot: true) struct App {
        @Forwarded let inner: C0.Inner
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf { @Received let inner: C\(depth).Inner }
      """
    )

    #expect(findings == [])
  }

  @Test func `a lookup in classes that inherit from each other ends`() {
    let findings = findings(
      """
      class A: B {}
      class B: A {}
      @Instantiable struct App { @Instantiated let leaf: Leaf }
      @Instantiable struct Leaf { @Received let inner: A.Inner }
      """
    )

    #expect(findings.count == 1)
  }

  @Test(arguments: [1, 8])
  func `isolation is inherited from a distant protocol`(depth: Int) {
    let protocols = (1...depth).map { "protocol P\($0): P\($0 - 1) {}" }
    let analysis = Analysis(
      of: """
        @MainActor protocol P0 {}
        \(protocols.joined(separator: "\n"))
        @Instantiable struct App: P\(depth) {}
        """
    )

    #expect(analysis.graph.nodes.map(\.isolation?.description) == ["MainActor"])
  }

  @Test func `a lookup in protocols that inherit from each other ends`() {
    let analysis = Analysis(
      of: """
        protocol P: Q {}
        protocol Q: P {}
        @Instantiable struct App: P {}
        """
    )

    #expect(analysis.graph.nodes.map(\.isolation?.description) == [nil])
  }

  @Test(arguments: [(10, true), (200, false)])
  func `a type that is nested too deeply is compared as text`(depth: Int, isRead: Bool) {
    let file = FileSummary(
      source: Array(
        "@Instantiable struct A { @Forwarded let a: A\(String(repeating: "?", count: depth)) }".utf8
      ),
      path: "A.swift",
      module: "A"
    )
    var type = file.types.flatMap(\.properties).first?.type
    while let inner = type?.arguments.first { type = inner }

    #expect(type?.kind == (isRead ? .nominal : .other))
    #expect(type?.name.hasPrefix("A") == true)
  }
}
