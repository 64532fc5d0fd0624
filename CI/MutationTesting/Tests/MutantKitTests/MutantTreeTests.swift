import Foundation
import Testing

@testable import MutantKit

struct MutantTreeTests {
  @Test func `a link is copied as a link, and an error in it is mapped to its target`() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? files.removeItem(at: folder) }
    let package = folder.appending(path: "package")
    try files.createDirectory(
      at: package.appending(path: "Sources/A"),
      withIntermediateDirectories: true
    )
    try Data("let a = 1".utf8).write(to: package.appending(path: "Sources/A/A.swift"))
    try files.createSymbolicLink(
      atPath: package.appending(path: "AUnderTest").path,
      withDestinationPath: "Sources/A"
    )
    _ = try Shell.output(["git", "init", "--quiet"], in: package)
    let mutation = try #require(
      MutationFinder().mutations(of: "let a = 1", file: "Sources/A/A.swift").first
    )
    let mutated = ["Sources/A/A.swift": MutatedSource("let a = 1", mutants: [3: mutation])]

    for _ in 1...2 {
      _ = try MutantTree(of: package, in: folder.appending(path: "tree"), sources: [:])

      let link = folder.appending(path: "tree/AUnderTest").path
      #expect(try files.destinationOfSymbolicLink(atPath: link) == "Sources/A")
      #expect(files.fileExists(atPath: "\(link)/A.swift"))
      let suspects = MutantBuild.suspects(
        of: "\(link)/A.swift:1:1: error: no",
        in: mutated,
        folder: folder.appending(path: "tree")
      )
      #expect(suspects == [3])
    }
  }
}
