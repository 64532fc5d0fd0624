import Foundation
import Testing

@testable import DependenceGraphAnalysis

struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  /// The file that a link leads to, from the folder that the link is in.
  @Test(arguments: ["real.txt", "../real.txt", "@/real.txt"], [true, false])
  func `what a link leads to is written, be it there or not`(target: String, exists: Bool) throws {
    try folder.write("before", to: "a/b/other.txt")
    let path =
      target.hasPrefix("..") ? "a/real.txt" : target.hasPrefix("@") ? "real.txt" : "a/b/real.txt"
    if exists { try folder.write("before", to: path) }
    let link = "\(folder.path)/a/b/link.txt"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: target.replacing("@", with: folder.path)
    )

    try OutputFile.write("after", to: link)

    #expect(try text(path) == "after")
    #expect(try text("a/b/other.txt") == "before")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil)
  }

  @Test(arguments: ["", "missing/file.txt"])
  func `a folder, and a file in none, cannot be written`(name: String) {
    #expect(throws: (any Error).self) {
      try OutputFile.write("after", to: "\(folder.path)/\(name)")
    }
  }
}
