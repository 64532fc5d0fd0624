import Foundation
import Testing

@testable import DependenceGraphAnalysis

struct SourceListingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    ("Sources/Shop/Cart.swift", "Shop"), ("Sources/Shop/Views/Cart.swift", "Shop"),
    ("/a/Sources/b/Sources/Shop/Cart.swift", "Shop"), ("Tests/ShopTests/A.swift", "ShopTests"),
    ("Shop/Cart.swift", "Shop"), ("Cart.swift", "Main"), ("Sources/Cart.swift", "Sources"),
    ("src/Shop/Cart.swift", "Shop"), ("Source/Shop/Cart.swift", "Shop"),
    ("src/A/Sources/B/Cart.swift", "B"), ("Sources/A/src/B/Cart.swift", "A"),
    ("/Cart.swift", "Main"),
  ])
  func `the module of a file is derived from its path`(path: String, module: String) {
    #expect(SourceListing.module(of: path) == module)
  }

  @Test(arguments: ["", "/"])
  func `a trailing slash of a folder does not change the paths of its files`(end: String) throws {
    try folder.write("", to: "A/b.swift")
    try folder.write("", to: "A.swift/c.txt")
    var listing = SourceListing()

    listing.add(folder.path + end)

    #expect(listing.files == [.init(path: "\(folder.path)/A/b.swift", module: "A")])
  }

  @Test func `files are listed once in a stable order, without hidden folders`() throws {
    for name in ["b.swift", "a.swift", "c/d.swift", ".build/e.swift", "f.txt"] {
      try folder.write("", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/again.swift",
      withDestinationPath: "a.swift"
    )
    var listing = SourceListing()

    listing.add("\(folder.path)/b.swift", module: "B")
    listing.add(folder.path)

    let names = listing.files.map { String($0.path.dropFirst(folder.path.count + 1)) }
    #expect(names == ["b.swift", "a.swift", "c/d.swift"])
    #expect(listing.files[0].module == "B")
    #expect(listing.problems == [])
  }

  @Test func `a file that several modules share through links is listed once for each`() throws {
    try folder.write("", to: "Shared.swift")
    var listing = SourceListing()
    for module in ["A", "B"] {
      try folder.write("", to: "\(module)/Own.swift")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(module)/Shared.swift",
        withDestinationPath: "../Shared.swift"
      )
    }

    for module in ["A", "B", "A"] {
      listing.add("\(folder.path)/\(module)/Shared.swift", module: module)
    }
    listing.add(folder.path)

    let files = listing.files.map { "\($0.module): \($0.path.dropFirst(folder.path.count + 1))" }
    #expect(
      files == ["A: A/Shared.swift", "B: B/Shared.swift", "A: A/Own.swift", "B: B/Own.swift"]
    )
  }
}
