import Testing

@testable import DependenceGraphAnalysis

/// Tests which reads in the code of a key's live value are checked.
struct LiveValueReadTests {
  /// A root that reads `\.api`, and the key `URLKey`, which has no live value.
  private static let root = """
    @Instantiable struct App { @Dependency(\\.api) var api }
    enum URLKey: TestDependencyKey { static var testValue: Int { 0 } }
    extension DependencyValues { var url: Int { self[test: URLKey.self] } }
    """

  /// Each argument contains a declaration of `\.api`, and whether the live value of `\.api` reads
  /// `URLKey`.
  @Test(arguments: [
    ("@DependencyEntry var api: API = API(Dependency(\\.url).wrappedValue)", true),
    ("@DependencyEntry var api: API = { @Dependency(\\.url) var url; return API(url) }()", true),
    ("@DependencyEntry var api: API = API(DependencyValues.current.url)", true),
    ("@DependencyEntry var api: API = API(Dependency(URLKey.self).wrappedValue)", true),
    ("@DependencyEntry(test: API(Dependency(\\.url).wrappedValue)) var api: API = API(1)", false),
    (
      "@DependencyEntry var api: API = 1; @DependencyEntry var b = Dependency(\\.url).wrappedValue",
      false
    ),
    ("var api: API { @Dependency(\\.url) var url; return self[APIKey.self] }", true),
    ("var api: API { API(self[APIKey.self], self.url) }", true),
    ("var api: API { API(self[APIKey.self], url) }", true),
    ("var api: API { API(self[APIKey.self], self[keyPath: \\.url.host]) }", true),
    ("var api: API { let url = url; return API(self[APIKey.self], url) }", true),
    ("var api: API { get { self.url } set { self[APIKey.self] = newValue } }", true),
    ("var api: API { get { self[APIKey.self] } set { self.url = newValue } }", false),
    ("var api: API { let url = 1; return API(self[APIKey.self], url) }", false),
    ("var api: API { self[APIKey.self].map { url in API(url) } }", false),
    ("var api: API { self[APIKey.self].map { (url: URL) in API(url) } }", false),
    ("var api: API { self[APIKey.self].map { [url = 1] in API(url) } }", false),
    ("var api: API { func f(_ url: URL) { API(url) }; return self[APIKey.self] }", false),
    ("var api: API { self[APIKey.self].map { url in API(url) }; return API(url) }", true),
    ("var api: API { API(self[APIKey.self], other.url, .url, \\.url) }", false),
    ("var api: API {\n#if X\nself.url\n#else\nself[APIKey.self]\n#endif\n}", false),
    ("var api: API { // dependence:allow-missing-live\n API(self[APIKey.self], url) }", true),
    ("var api: API { API(self[APIKey.self], url) /* dependence:allow-missing-live */ }", false),
  ])
  func `a read in the initial value or the getter of an entry is checked`(
    entry: String,
    isRead: Bool
  ) {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          \(Self.root)
          extension DependencyValues { \(entry) }
          enum APIKey: DependencyKey {}
          """
      )
    )

    #expect(findings.map(\.kind) == (isRead ? [.missingLiveValue] : []))
  }

  /// Each argument contains declarations of `APIKey`, and whether its live value reads `URLKey`. A
  /// read in other code of the key is not reported, because only the test value may use that code.
  @Test(arguments: [
    (
      "enum APIKey: DependencyKey { static var liveValue: API { @Dependency(\\.url) var u } }", true
    ),
    (
      "enum APIKey: DependencyKey { static let liveValue = API(Dependency(\\.url).wrappedValue) }",
      true
    ),
    (
      """
      enum APIKey: TestDependencyKey {}
      extension APIKey: DependencyKey { static var liveValue: API { make() } }
      extension APIKey { static func make() -> API { @Dependency(\\.url) var u } }
      """, false
    ),
    (
      """
      protocol Live: DependencyKey {}
      extension Live { static var liveValue: API { @Dependency(\\.url) var u } }
      enum APIKey: Live {}
      """, true
    ),
    ("struct APIKey: DependencyKey { struct Inner { @Dependency(\\.url) var url } }", false),
    (
      """
      enum APIKey: DependencyKey {
        static var liveValue: API { 1 }
        static var testValue: API { @Dependency(\\.url) var url; return API(url) }
        static let previewValue = API(Dependency(\\.url).wrappedValue)
      }
      """, false
    ),
    (
      """
      enum APIKey: DependencyKey {}
      enum OtherKey: DependencyKey { static var liveValue: API { @Dependency(\\.url) var u } }
      """, false
    ),
    (
      """
      enum APIKey: DependencyKey { static var liveValue: API { @Dependency(\\.url) var u } }
      func start() { prepareDependencies { $0.api = API(1) } }
      """, false
    ),
    (
      """
      enum APIKey: DependencyKey {
        // dependence:allow-missing-live
        static let liveValue = API(Dependency(\\.url).wrappedValue)
      }
      """, false
    ),
  ])
  func `a read in the live value of a key is checked`(keys: String, isRead: Bool) {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          \(Self.root)
          extension DependencyValues { var api: API { self[APIKey.self] } }
          \(keys)
          """
      )
    )

    #expect(findings.map(\.kind) == (isRead ? [.missingLiveValue] : []))
  }

  @Test func `the message names each live value on the way to the read`() throws {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable struct App { @Instantiated let screen: Screen }
          @Instantiable struct Screen { @Dependency(\\.api) var api }
          extension DependencyValues {
            @DependencyEntry var api: API = API(Dependency(SessionKey.self).wrappedValue)
            var url: Int { self[test: URLKey.self] }
          }
          enum SessionKey: DependencyKey { static var liveValue: Int { Dependency(\\.url).wrappedValue } }
          enum URLKey: TestDependencyKey {}
          """
      )
    )

    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(
      finding.message == """
        '\\.url' is read in App → Screen → the live value of '\\.api' → the live value of \
        'SessionKey', and 'URLKey' has no live value; conform the key to DependencyKey, or add \
        '// dependence:allow-missing-live' if the value is provided elsewhere
        """
    )
    #expect(
      finding.notes.map { "\($0.location.line): \($0.name)" } == [
        "8: 'URLKey' is declared here", "1: 'App' creates 'Screen' for 'screen'",
        "2: 'Screen' reads the live value of '\\.api'",
        "4: the live value of '\\.api' reads the live value of 'SessionKey'",
      ]
    )
  }

  /// Each argument contains extensions, and the names that are listed as not checked.
  @Test(arguments: [
    ("extension Screen where Self: Admin { func f() { @Dependency(\\.url) var u } }", "\\.url"),
    ("extension App where Value == Int { func f() { @Dependency(\\.url) var u } }", "\\.url"),
    (
      """
      extension Screen where Self: Admin { func f() { @Dependency(APIKey.self) var a } }
      enum APIKey: DependencyKey { static var liveValue: Int { Dependency(\\.url).wrappedValue } }
      """, "\\.url"
    ),
  ])
  func `a read in an extension with requirements is not checked`(code: String, name: String) {
    let analysis = Analysis(
      of: """
        @Instantiable(isRoot: true) struct App<Value>: Screen {}
        protocol Screen {}
        protocol Admin {}
        enum URLKey: TestDependencyKey {}
        extension DependencyValues { var url: Int { self[test: URLKey.self] } }
        \(code)
        """
    )

    #expect(Validator.findings(in: analysis) == [])
    #expect(CheckSummary.text(of: analysis).contains("has a live value: \(name)\n"))
  }

  @Test func `live values that read each other are checked once`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App { @Dependency(AKey.self) var a }
        enum AKey: DependencyKey { static var liveValue: Int { Dependency(BKey.self).wrappedValue } }
        enum BKey: DependencyKey { static var liveValue: Int { Dependency(AKey.self).wrappedValue } }
        """
    )

    #expect(analysis.verdictsByNode().map { $0.map(\.read.name) } == [["AKey", "BKey", "AKey"]])
  }
}
