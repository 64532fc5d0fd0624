import Foundation
import Testing

@testable import DependenceGraphAnalysis

struct ReportTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any random graph can be rendered in every report format`(seed: UInt64) throws {
    let analysis = Analysis(.random(seed: seed))
    let findings = Validator.findings(in: analysis)

    let document = try JSONDecoder().decode(
      GraphDocument.self,
      from: Data(JSONReport.render(analysis, findings: findings).utf8)
    )

    #expect(document == GraphDocument(analysis, findings: findings))
    #expect(XMLDocumentCheck.isWellFormed(SVGReport.render(analysis)))
    let arrows = analysis.graph.nodes.flatMap(\.properties).count { $0.child != nil }
    #expect(
      DotReport.render(analysis).split(separator: "\n").count { $0.contains(" -> ") } == arrows
    )
    for node in analysis.graph.nodes {
      let why = try WhyReport(node.createdType.description, in: analysis).text
      #expect(why.hasPrefix("\(node.createdType): a "))
    }
  }

  @Test(arguments: [
    ("UserServce", ["UserService"]), ("Service", ["MailService", "UserService"]),
    ("LiveUserService", ["UserService"]), ("Xyz", []),
  ])
  func `an unknown type name is reported with similar names`(
    name: String,
    nearest: [String]
  ) {
    let analysis = Analysis(
      of: "@Instantiable struct UserService {}\n@Instantiable struct MailService {}"
    )

    let error = #expect(throws: UnknownName.self) { try WhyReport(name, in: analysis) }
    #expect(error?.nearest == nearest)
  }

  /// Each argument contains an unknown name, the known names, and the suggested names.
  @Test(
    arguments: [
      ("UserServices", ["UserService"], ["UserService"]),
      ("UserServices", ["Service", "UserService", "Mail"], ["UserService", "Service"]),
      ("Feature.Service", ["Core.MailService"], ["Core.MailService"]), ("", ["Service"], []),
    ] as [(String, [String], [String])]
  )
  func `the most similar name is suggested first and once`(
    name: String,
    known: [String],
    nearest: [String]
  ) {
    #expect(UnknownName("type", name, among: known).nearest == nearest)
  }

  @Test func `at most three similar names are suggested`() {
    let types = ["D", "A", "C", "B"].map { "@Instantiable struct \($0)Service {}" }
    let analysis = Analysis(of: types.joined(separator: "\n"))

    let error = #expect(throws: UnknownName.self) { try WhyReport("Service", in: analysis) }

    #expect(
      error?.message
        == "no @Instantiable type is named 'Service'; did you mean 'AService', or 'BService', or "
        + "'CService'?"
    )
  }

  @Test func `errors and notes have different colors`() {
    let note = Finding.Related(
      name: "Log",
      location: FileLocation(file: "B.swift", line: 1, column: 3)
    )
    let finding = Finding(
      kind: .duplicate,
      location: FileLocation(file: "A.swift", line: 0, column: 0),
      owner: "Log",
      subject: "Log",
      related: [note]
    )

    #expect(
      TextReport.render([finding], isColored: true) == """
        \u{1B}[1mA.swift: \u{1B}[1;31merror: \u{1B}[0m'Log' has two @Instantiable declarations; \
        remove one of them
        \u{1B}[1mB.swift:1:3: \u{1B}[1;36mnote: \u{1B}[0m'Log' is declared here

        """
    )
  }

  @Test func `control characters in findings are escaped`() {
    let location = FileLocation(file: "a\u{1B}]0;b\u{07}.swift", line: 1, column: 2)
    let finding = Finding(
      kind: .misuse,
      location: location,
      subject: "x\u{202E}y\nerror: z\u{9B}2J 👩‍👩‍👧"
    )

    let text = TextReport.render([finding])

    #expect(
      text == """
        a\\u{1B}]0;b\\u{07}.swift:1:2: error: x\\u{202E}y\\nerror: z\\u{009B}2J 👩‍👩‍👧

        """
    )
  }
}
