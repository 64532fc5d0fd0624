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

  /// The argument `target` is the destination of a symbolic link, relative to the folder of the
  /// link. In the last value, `@` represents the path of the test's folder.
  @Test(arguments: ["real.txt", "../real.txt", "@/real.txt"], [true, false])
  func `writing to a symbolic link writes its target`(target: String, exists: Bool) throws {
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
  func `writing to a folder, or to a file in a missing folder, throws`(name: String) {
    #expect(throws: (any Error).self) {
      try OutputFile.write("after", to: "\(folder.path)/\(name)")
    }
  }
}
