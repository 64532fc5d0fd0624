import Foundation

/// The Swift files found at the paths passed to the command.
struct SourceListing: Sendable {
  struct File: Hashable, Sendable {
    var path: String
    var module: String
  }

  static let missing = "there is no such file or folder; check the path"

  private(set) var files: [File] = []
  private(set) var problems: [Finding] = []
  /// The real paths of the files and folders that `add(_:module:)` has visited, each with the
  /// values of the parameter `module` in those visits.
  private var visited: [String: Set<String?>] = [:]

  /// Adds a file, or all Swift files in a folder and its subfolders. Hidden files are skipped.
  ///
  /// If `module` is `nil`, the module of each file is derived from the file's path.
  ///
  /// Several symbolic links may lead to the same file. The file is then added only once for each
  /// value of `module`.
  mutating func add(_ path: String, module: String? = nil) {
    // Use a loop instead of recursion, because folders can be nested deeper than the call stack
    // allows.
    var pending = [(path: path, ancestors: [String]())]
    while let (path, ancestors) = pending.popLast() {
      guard let real = Self.realPath(path) else {
        problems.append(.unreadable(path, Self.failureReason))
        continue
      }
      if ancestors.contains(real) {
        problems.append(
          .unreadable(path, "this link points to a folder that contains it; remove it")
        )
        continue
      }
      let modules = visited[real, default: []]
      if modules.contains(module) || modules.contains(nil) || module == nil && !modules.isEmpty {
        continue
      }
      visited[real, default: []].insert(module)
      guard Self.leadsToFolder(real) else {
        files.append(File(path: path, module: module ?? Self.module(of: path)))
        continue
      }
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        problems.append(.unreadable(path, "this folder cannot be read; check its permissions"))
        continue
      }
      // Add the names in reverse order, because `popLast()` returns the last one first.
      for name in names.sorted().reversed() where !name.hasPrefix(".") {
        let child = path == "." ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
        if name.hasSuffix(".swift") || Self.leadsToFolder(child) {
          pending.append((child, ancestors + [real]))
        }
      }
    }
  }

  /// Returns `true` if `path` is a folder, a link to a folder, or a broken link. Broken links are
  /// included so that they are reported as errors.
  private static func leadsToFolder(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
      || (status.st_mode & S_IFMT == S_IFLNK
        && (stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR))
  }

  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The reason that the last call of a C function, such as `realpath`, failed.
  private static var failureReason: String {
    switch errno {
    case ENOENT: missing
    case EACCES: "this cannot be read; check its permissions"
    case ELOOP: "this link points to itself; remove it"
    default: "this cannot be read: \(String(cString: strerror(errno)))"
    }
  }

  /// Returns the name of the module that a file probably belongs to: `Name` for a path such as
  /// `Sources/Name/File.swift`, and the name of the file's folder for other paths.
  static func module(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    for name in ["Sources", "Tests", "Source", "src"] {
      if let index = parts.lastIndex(of: name), index + 2 < parts.count { return parts[index + 1] }
    }
    return parts.count > 1 ? parts[parts.count - 2] : "Main"
  }
}
