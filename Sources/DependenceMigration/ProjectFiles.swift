import Foundation

/// Reads and writes the files of a code base. A failed write never leaves a file half-written.
struct ProjectFiles {
  private(set) var readable: [(path: String, text: String)] = []
  /// Report rows for the files and folders that could not be read.
  private(set) var skipped: [MigrationRow] = []
  private let accepts: (String) -> Bool
  /// The resolved paths of all files and folders visited so far. Each is visited only once, even if
  /// several symbolic links lead to it.
  private var found: Set<String> = []

  /// Reads the files at `paths`. Folders are searched recursively for files that `accepts` allows.
  init(at paths: [String], where accepts: @escaping (String) -> Bool) {
    self.accepts = accepts
    for path in paths {
      let isFolder = Self.kind(of: path) == .folder
      isFolder ? walk(path) : read(path)
    }
    readable.sort { $0.path < $1.path }
  }

  private mutating func walk(_ folder: String) {
    // Skip a folder that has already been visited: two symbolic links may lead to the same folder,
    // or a link may lead to a parent folder.
    guard found.insert(Self.target(of: folder)).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      return skip(folder, because: "the folder cannot be listed (\(Self.reason(error)))")
    }
    // SwiftPM and Xcode keep fetched packages in a folder that contains `workspace-state.json`, so
    // skip such a folder.
    if names.contains("workspace-state.json") { return }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : "\(folder)/\(name)".replacing("//", with: "/")
      if Self.kind(of: path) == .folder {
        if !["Carthage", "DerivedData", "Pods", "SourcePackages"].contains(name) { walk(path) }
      } else if accepts(path) {
        read(path)
      }
    }
  }

  private mutating func read(_ path: String) {
    switch Self.kind(of: path) {
    case .file, .folder: break
    case .missing:
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      return skip(path, because: "the file is a link to '\(link ?? "")', which does not exist")
    case .other: return skip(path, because: "the file is not a regular file")
    }
    guard found.insert(Self.target(of: path)).inserted else { return }
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      guard let text = String(validating: data, as: UTF8.self) else {
        return skip(path, because: "the file is not encoded in UTF-8", write: "convert it to UTF-8")
      }
      readable.append((path, text))
    } catch {
      skip(path, because: "the file cannot be read (\(Self.reason(error)))")
    }
  }

  private mutating func skip(
    _ path: String,
    because why: String,
    write remedy: String = "make it readable, or remove it"
  ) {
    skipped.append(
      MigrationRow(
        path: path,
        why: "\(why), and was not changed",
        remedy: "\(remedy), and run the command again"
      )
    )
  }

  // MARK: - Writing

  /// Replaces the contents of several files.
  ///
  /// All new contents are first written to temporary files with the permissions of the originals.
  /// If this fails, no file changes. Otherwise, each temporary file is renamed to replace its
  /// original. If a rename fails, only the files before it have changed. Symbolic links are kept;
  /// the files they point to are replaced.
  ///
  /// - Throws: A ``Refusal``, which states whether any files have changed.
  static func replace(
    _ files: [(path: String, text: String)],
    write: (String, URL) throws -> Void
  ) throws {
    var staged: [(path: String, file: String, copy: URL)] = []
    defer { for item in staged { try? FileManager.default.removeItem(at: item.copy) } }
    for (path, text) in files {
      let target = target(of: path)
      let url = URL(filePath: target)
      let copy = url.deletingLastPathComponent()
        .appending(path: ".\(url.lastPathComponent).migrated-\(UUID().uuidString)")
      staged.append((path, target, copy))
      do {
        try write(text, copy)
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
        if let mode {
          try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: copy.path
          )
        }
      } catch {
        throw failure(toWrite: path, isPartial: false, because: reason(error))
      }
    }
    for (index, item) in staged.enumerated()
    where rename(item.copy.path, item.file) != 0 {
      let reason = String(cString: strerror(errno))
      throw failure(toWrite: item.path, isPartial: index > 0, because: reason)
    }
  }

  /// Returns the error for a file that cannot be written.
  ///
  /// - Parameter isPartial: Whether other files had already been replaced.
  private static func failure(
    toWrite path: String,
    isPartial: Bool,
    because reason: String
  ) -> Refusal {
    let state = isPartial ? "the files before it were already changed" : "no file was changed"
    return Refusal(
      "'\(path)' cannot be written, and \(state): \(reason); "
        + "if you use 'swift package', add '--allow-writing-to-package-directory'"
    )
  }

  // MARK: - Paths

  private enum Kind { case file, folder, other, missing }

  /// Returns the kind of the file at `path`, following symbolic links.
  private static func kind(of path: String) -> Kind {
    let attributes = try? FileManager.default.attributesOfItem(atPath: target(of: path))
    switch attributes?[.type] as? FileAttributeType {
    case .typeRegular?: return .file
    case .typeDirectory?: return .folder
    case .typeSymbolicLink?, nil: return .missing
    default: return .other
    }
  }

  /// Returns the path after resolving all symbolic links.
  static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the short message of a file system error, such as `Permission denied`, instead of
  /// Foundation's longer description.
  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    return error.localizedDescription
  }
}
