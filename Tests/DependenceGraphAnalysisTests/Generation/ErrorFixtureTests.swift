@testable import DependenceGraphAnalysis
import Foundation
import GoldenFiles
import Testing

/// Tests of the complete text of the diagnostics for every kind of finding.
struct ErrorFixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Graph/Errors")

  @Test(arguments: Finding.Kind.allCases)
  func `each diagnostic matches its golden file`(kind: Finding.Kind) throws {
    let findings = Self.findings(of: kind)

    #expect(findings.contains { $0.kind == kind })
    try GoldenFile("Graph/Errors/\(kind.rawValue).txt")
      .expect(TextReport.render(findings).replacing("\(Self.folder.path)/", with: ""))
  }

  @Test func `each fixture belongs to a kind of finding`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)

    let names = Set(files.compactMap { $0.split(separator: ".").first.map(String.init) })
    let kinds = Set(Finding.Kind.allCases.map(\.rawValue))
    #expect(names == kinds.subtracting([Finding.Kind.unreadable.rawValue]))
  }

  private static func findings(of kind: Finding.Kind) -> [Finding] {
    var listing = SourceListing()
    // The formatter rejects files with syntax errors, so the name of this fixture does not end in
    // `.swift`.
    let ending = kind == .syntax ? "broken" : "swift"
    listing.add(folder.appending(path: "\(kind.rawValue).\(ending)").path, module: "App")
    // Some kinds of findings occur only in graphs of several modules. Their other modules are in a
    // folder with the name of the kind.
    let others = folder.appending(path: kind.rawValue).path
    let modules = (try? FileManager.default.contentsOfDirectory(atPath: others)) ?? []
    for module in modules.sorted() { listing.add("\(others)/\(module)", module: module) }
    let project = Scanner().scan(listing).project
    let analysis = Analysis(project)
    return Validator.findings(in: analysis)
  }
}
