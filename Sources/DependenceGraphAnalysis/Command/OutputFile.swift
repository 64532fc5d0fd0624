import Foundation

/// Writes a command's output to a file. A regular file is replaced atomically. A device or a pipe
/// cannot be replaced, so it is written to directly.
enum OutputFile {
  static func write(_ text: String, to path: String) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return try FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: Data(text.utf8))
    }
    try Data(text.utf8).write(to: URL(filePath: target(of: path)), options: .atomic)
  }

  private static func target(of path: String) -> String {
    if let real = SourceListing.realPath(path) { return real }
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    guard let link else { return path }
    return link.hasPrefix("/")
      ? link : URL(filePath: path).deletingLastPathComponent().appending(path: link).path
  }
}
