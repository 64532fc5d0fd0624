import Foundation
import Testing

@testable import DependenceGraphAnalysis

struct ReportTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any graph can be shown in every form`(seed: UInt64) throws {
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
      let why = try WhyReport(node.made.description, in: analysis).text
      #expect(why.hasPrefix("\(node.made): a "))
    }
  }

  @Test func `a type that does not exist is told with the one that may be meant`() {
    let analysis = Analysis(of: "@Instantiable struct UserService {}")

    #expect(throws: WhyReport.UnknownType(name: "UserServce", nearest: "UserService")) {
      try WhyReport("UserServce", in: analysis)
    }
  }

  @Test func `a terminal is never commanded by what a file says`() {
    let place = SourcePlace(file: "a\u{1B}]0;b\u{07}.swift", line: 1, column: 2)
    let finding = Finding(.misuse, at: place, subject: "x\u{202E}y\nerror: z\u{9B}2J 👩‍👩‍👧")

    let text = TextReport.render([finding])

    #expect(
      text == """
        a\\u{1B}]0;b\\u{07}.swift:1:2: error: x\\u{202E}y\\nerror: z\\u{009B}2J 👩‍👩‍👧

        """
    )
  }
}
