import SwiftIfConfig
import Testing

@testable import DependenceGraphAnalysis

struct VersionedManifestsTests {
  /// Each argument contains the names of manifests, without the prefix `Package` and the suffix
  /// `.swift`, with their tools versions. The last element is the name of the manifest that SwiftPM
  /// 6.3.1 uses.
  @Test(
    arguments: [
      (["": "5.9"], ""), (["": "5.9", "@swift-6.2": "6.2"], "@swift-6.2"),
      (["": "5.9", "@swift-6.2": "6.2", "@swift-6.3": "6.0"], "@swift-6.3"),
      (["": "5.9", "@swift-6.3": "6.3", "@swift-6.3.1": "6.0"], "@swift-6.3.1"),
      (["": "5.9", "@swift-6.2": "6.2", "@swift-6.3.2": "6.3"], "@swift-6.2"),
      (["": "5.9", "@swift-6.2": "6.2", "@swift-6.10": "6.10"], "@swift-6.2"),
      (["": "5.5", "@swift-5.9": "5.9", "@swift-5.10": "5.10"], "@swift-5.10"),
      // A manifest for exactly this version, minor version or major version always takes
      // precedence. Any other manifest takes precedence only if its tools version is newer than
      // that of `Package.swift`, or if `Package.swift` needs a newer compiler.
      (["": "6.2", "@swift-6": "5.9"], "@swift-6"), (["": "6.2", "@swift-6.1": "5.9"], ""),
      (["": "6.2", "@swift-6.1": "6.2"], ""), (["": "6.5", "@swift-6.1": "6.1"], "@swift-6.1"),
      (["": "6.0;x", "@swift-5.9": "6.1"], "@swift-5.9"),
      (["": "", "@swift-5": "5.0"], "@swift-5"),
      (["": "5.9", "@swift-six": "6.2", "@swift-6.2.0.0": "6.2", "-6.2": "6.2"], ""),
    ] as [([String: String], String)]
  )
  func `the manifest that SwiftPM uses is selected`(
    manifests: [String: String],
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    for (name, tools) in manifests {
      let comment = tools.isEmpty ? "" : "// swift-tools-version:\(tools)\n"
      try folder.write(comment, to: "Package\(name).swift")
    }

    let path = VersionedManifests(besides: "\(folder.path)/Package.swift")
      .path(for: VersionTuple(6, 3, 1))

    #expect(path == "\(folder.path)/Package\(name).swift")
  }

  @Test func `a version-specific manifest that is passed by name is used`() throws {
    let folder = try TemporaryFolder()
    try folder.write("// swift-tools-version:6.2\n", to: "Package@swift-6.2.swift")
    let specific = "\(folder.path)/Package@swift-5.9.swift"

    #expect(VersionedManifests(besides: specific).path(for: VersionTuple(6, 3)) == specific)
  }
}
