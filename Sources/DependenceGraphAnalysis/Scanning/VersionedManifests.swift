import Foundation
import SwiftIfConfig

/// The manifests in a package's folder: `Package.swift`, and version-specific manifests such as
/// `Package@swift-6.2.swift`. SwiftPM uses only one of them, depending on the version of Swift.
struct VersionedManifests {
  private let path: String
  private var folder: URL { URL(filePath: path).deletingLastPathComponent() }

  /// - Parameter path: The path of a `Package.swift`. If the file has another name, no
  ///   version-specific manifest takes precedence over it.
  init(besides path: String) { self.path = path }

  /// Returns the path of the manifest that SwiftPM uses with the given compiler.
  ///
  /// SwiftPM first looks for a manifest whose name contains the compiler's version. For version
  /// 6.2.1, it tries `6.2.1`, `6.2`, and `6`, in this order. If there is no such manifest, it
  /// considers the one with the highest version that is not newer than the compiler. It uses that
  /// manifest if its tools version is newer than that of `Package.swift`, or if `Package.swift`
  /// needs a newer compiler.
  func path(for compiler: VersionTuple) -> String {
    guard URL(filePath: path).lastPathComponent == "Package.swift" else { return path }
    let compiler = compiler.threeComponents
    let versions = versions
    for count in [3, 2, 1] {
      let exact = compiler.prefix(count).map(String.init).joined(separator: ".")
      if versions[exact] != nil { return path(of: exact) }
    }
    let candidate = versions.filter { !compiler.lexicographicallyPrecedes($0.value) }
      .max { $0.value.lexicographicallyPrecedes($1.value) }
    guard let candidate else { return path }
    let (general, specific) = (toolsVersion(of: path), toolsVersion(of: path(of: candidate.key)))
    return general.lexicographicallyPrecedes(specific)
      || compiler.lexicographicallyPrecedes(general) ? path(of: candidate.key) : path
  }

  /// The versions of the version-specific manifests, keyed by the text of the version in the file's
  /// name. For example, the key for `Package@swift-6.2.swift` is `6.2`.
  private var versions: [String: [Int]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let (prefix, suffix) = ("Package@swift-", ".swift")
    var versions: [String: [Int]] = [:]
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let text = String(name.dropFirst(prefix.count).dropLast(suffix.count))
      guard let version = VersionTuple(parsing: text), version.components.count <= 3 else {
        continue
      }
      versions[text] = version.threeComponents
    }
    return versions
  }

  private func path(of version: String) -> String {
    folder.appending(path: "Package@swift-\(version).swift").path
  }

  private func toolsVersion(of path: String) -> [Int] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let version = ManifestReader.toolsVersion(in: String(decoding: data, as: UTF8.self))
    // SwiftPM assumes version 3.1 if the manifest has no `swift-tools-version` comment.
    return (version ?? VersionTuple(3, 1)).threeComponents
  }
}

extension VersionTuple {
  fileprivate var threeComponents: [Int] { Array((components + [0, 0]).prefix(3)) }
}
