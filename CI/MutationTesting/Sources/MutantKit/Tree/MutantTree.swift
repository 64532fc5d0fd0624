import Foundation

/// A copy of the package in which the mutants are built. The original package is never changed.
struct MutantTree {
  let package: URL
  let folder: URL
  private let sources: [String: String]

  /// Copies the package's files to `folder`, except for files that git ignores and the files in
  /// `sources`, which are written later together with their mutants.
  ///
  /// Unchanged files are not rewritten, so that the next build is incremental.
  init(of package: URL, in folder: URL, sources: [String: String]) throws {
    self.package = package
    self.folder = folder
    self.sources = sources
    let listed = try Shell.output(
      ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      in: package
    )
    let files = Set(listed.split(separator: "\0").map(String.init))
    for file in files where sources[file] == nil {
      let original = package.appending(path: file)
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: original.path) {
        try Self.link(folder.appending(path: file), to: target)
        continue
      }
      guard let data = try? Data(contentsOf: original) else { continue }
      let isExecutable = FileManager.default.isExecutableFile(atPath: original.path)
      try Self.write(data, to: folder.appending(path: file), isExecutable: isExecutable)
    }
    try removeWhatIsGone(keeping: files)
  }

  private func removeWhatIsGone(keeping files: Set<String>) throws {
    let kept = try? String(contentsOf: manifest, encoding: .utf8)
    for file in (kept ?? "").split(separator: "\n").map(String.init) where !files.contains(file) {
      try? FileManager.default.removeItem(at: folder.appending(path: file))
    }
    try Data(files.sorted().joined(separator: "\n").utf8).write(to: manifest)
  }

  private var manifest: URL { folder.deletingLastPathComponent().appending(path: "files.txt") }

  /// Writes the sources with the given mutants to the package's copy. Also adds a generated file to
  /// each module, which declares the function that checks whether a mutant is active.
  ///
  /// - Returns: The source files that contain mutants, keyed by path.
  func write(_ mutants: [Int: Mutation]) throws -> [String: MutatedSource] {
    let byFile = Dictionary(grouping: mutants) { $0.value.file }
    var mutated: [String: MutatedSource] = [:]
    for (file, source) in sources {
      let here = Dictionary(uniqueKeysWithValues: (byFile[file] ?? []).map { ($0.key, $0.value) })
      let new = MutatedSource(source, mutants: here)
      if !here.isEmpty { mutated[file] = new }
      try Self.write(Data(new.text.utf8), to: folder.appending(path: file))
    }
    // Also add the generated file to modules without mutants, so that a module's files are the same
    // in every build.
    for module in Set(sources.keys.map(Product.init(ofFile:))) {
      let file = folder.appending(path: "\(module.folder)/MutantSwitch.swift")
      try Self.write(Data(Switch.source.utf8), to: file)
    }
    return mutated
  }

  private static func link(_ file: URL, to target: String) throws {
    let files = FileManager.default
    if (try? files.destinationOfSymbolicLink(atPath: file.path)) == target { return }
    try files.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try? files.removeItem(at: file)
    try files.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }

  private static func write(_ data: Data, to file: URL, isExecutable: Bool = false) throws {
    if (try? Data(contentsOf: file)) == data { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try? FileManager.default.removeItem(at: file)
    try data.write(to: file)
    if isExecutable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }
}

/// A module whose sources are mutated. Its folder is in `Sources` or `TestSupport`.
struct Product: Hashable {
  let name: String
  let folder: String

  init(ofFile file: String) {
    let parts = file.split(separator: "/").prefix(2)
    name = String(parts.last ?? "")
    folder = parts.joined(separator: "/")
  }
}
