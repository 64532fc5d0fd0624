@testable import DependenceGraphAnalysis
import Foundation
import GoldenFiles
import Testing

/// The messages that a user sees of every mistake that a graph can have.
struct ErrorFixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Graph/Errors")

  @Test(arguments: Finding.Kind.allCases)
  func `a mistake is told as it was recorded`(kind: Finding.Kind) throws {
    let findings = Self.findings(of: kind)

    #expect(findings.contains { $0.kind == kind })
    try GoldenFile("Graph/Errors/\(kind.rawValue).txt")
      .expect(TextReport.render(findings).replacing("\(Self.folder.path)/", with: ""))
  }

  @Test func `each file is the fixture of a mistake`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)

    let names = Set(files.compactMap { $0.split(separator: ".").first.map(String.init) })
    let kinds = Set(Finding.Kind.allCases.map(\.rawValue))
    #expect(names == kinds.subtracting([Finding.Kind.unreadable.rawValue]))
  }

  private static func findings(of kind: Finding.Kind) -> [Finding] {
    var listing = SourceListing()
    // What does not parse is no file for a formatter.
    let ending = kind == .syntax ? "broken" : "swift"
    listing.add(folder.appending(path: "\(kind.rawValue).\(ending)").path, module: "App")
    // Some mistakes take other modules.
    let others = folder.appending(path: kind.rawValue).path
    let modules = (try? FileManager.default.contentsOfDirectory(atPath: others)) ?? []
    for module in modules.sorted() { listing.add("\(others)/\(module)", module: module) }
    let project = Scanner().scan(listing).project
    let analysis = Analysis(project)
    return Validator.findings(in: analysis)
  }
}
