import Testing

@testable import DependenceGraphAnalysis

/// Tests each limit of the validation at its boundary.
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

  @Test(arguments: [(19, 19), (20, 20), (21, 20)])
  func `a finding lists at most twenty available values`(count: Int, told: Int) {
    let findings = findings(root(count, last: ""))

    #expect(findings.map(\.kind) == [.notAvailable])
    #expect(findings.map(\.available.count) == [told])
    #expect(findings.first?.available.first?.name == "value0: V")
  }

  @Test(arguments: [(49, Finding.Kind.misspelled), (50, .notAvailable)])
  func `a missing value is compared with at most fifty available values`(
    before: Int,
    kind: Finding.Kind
  ) {
    let findings = findings(root(before, last: "@Instantiated let wantd: A"))

    #expect(findings.map(\.kind) == [kind])
    #expect(findings.first?.suggestion == (kind == .misspelled ? "wantd: A" : nil))
  }

  /// An available value, and the suggestion for the missing value `wanted: Service`.
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

  @Test func `at most fifty missing types are compared with existing types`() {
    let missing = (0..<52).map { "@Instantiated let m\($0): Servic\($0)" }
    let types = (0..<52).map { "@Instantiable(isRoot: true) struct Service\($0) {}" }

    let findings = findings(
      "@Instantiable struct App {\n\(missing.joined(separator: "\n"))\n}\n"
        + types.joined(separator: "\n")
    )

    #expect(findings.count { $0.kind == .misspelled } == 50)
    #expect(findings.suffix(2).map(\.kind) == [.unfulfillable, .unfulfillable])
  }

  @Test(arguments: [(995, []), (996, [Finding.Kind.endless])])
  func `the name of a specialisation has at most a thousand bytes`(
    length: Int,
    kinds: [Finding.Kind]
  ) {
    let name = String(repeating: "N", count: length)

    let findings = findings(
      """
      @Instantiable struct App { @Instantiated let box: Box<\(name)> }
      @Instantiable struct Box<Value> {}
      struct \(name) {}
      """
    )

    #expect(findings.map(\.kind) == kinds)
  }

  @Test(arguments: [(16, true), (17, false)])
  func `a member is looked up in at most sixteen superclasses`(depth: Int, isFound: Bool) {
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

    #expect(findings.isEmpty == isFound)
  }

  @Test(arguments: [(15, "MainActor"), (16, nil)] as [(Int, String?)])
  func `isolation is inherited through at most sixteen protocols`(depth: Int, actor: String?) {
    let protocols = (1...depth).map { "protocol P\($0): P\($0 - 1) {}" }
    let analysis = Analysis(
      of: """
        @MainActor protocol P0 {}
        \(protocols.joined(separator: "\n"))
        @Instantiable struct App: P\(depth) {}
        """
    )

    #expect(analysis.graph.nodes.map(\.isolation?.description) == [actor])
  }

  @Test(arguments: [(63, true), (64, false)])
  func `a type is parsed up to a nesting depth of 63`(depth: Int, isRead: Bool) {
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
    #expect(type?.name == "A")
  }
}
