import Foundation

/// A temporary folder that is removed when the object is deallocated.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // A test may have made the folder `Closed` unreadable, which would prevent its removal.
    try? FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: "\(path)/Closed"
    )
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }
}
