import DependenceGraphKernel
import Foundation

/// A cache of the summaries of source files.
///
/// Each key is a hash of a file's content, its path, its module, and the scan's settings. The cache
/// is treated as empty if its file is damaged or was written by another build of this program.
struct SummaryCache: Sendable {
  // A string that identifies the build of this program. It contains a hash of the executable file
  // rather than the file's modification date, because SwiftPM changes that date whenever it links
  // the program, even if the content stays the same.
  private static let version: String = {
    let program = Bundle.main.executableURL.flatMap { try? Data(contentsOf: $0) }
    let hash = ContentHash([UInt8](program ?? Data()))
    return "dependence scan \(hash.low) \(hash.high)\n"
  }()

  private(set) var entries: [ContentHash: ArraySlice<UInt8>] = [:]

  /// Reads the cache file written by an earlier scan. Creates an empty cache if `url` is `nil`, or
  /// if the file is missing, damaged, or from another build of this program.
  init(contentsOf url: URL?) {
    guard let data = url.flatMap({ try? Data(contentsOf: $0) }) else { return }
    let body = [UInt8](data.dropFirst(Self.header(of: []).count))
    guard data.starts(with: Self.header(of: body)) else { return }
    var offset = 0
    func word() -> UInt64 {
      defer { offset += 8 }
      return body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
    while offset < body.count {
      let key = ContentHash(low: word(), high: word())
      let length = Int(word())
      entries[key] = body[offset..<offset + length]
      offset += length
    }
  }

  func summary(for key: ContentHash) -> FileSummary? {
    entries[key].flatMap { try? JSONDecoder().decode(FileSummary.self, from: Data($0)) }
  }

  static func encode(_ summary: FileSummary) -> ArraySlice<UInt8>? {
    (try? JSONEncoder().encode(summary)).map { ArraySlice($0) }
  }

  /// Writes a cache file for the next scan. An existing file is replaced atomically.
  static func write(_ entries: [(key: ContentHash, bytes: ArraySlice<UInt8>)], to url: URL) throws {
    let body = entries.flatMap { entry in
      bytes(of: [entry.key.low, entry.key.high, UInt64(entry.bytes.count)]) + entry.bytes
    }
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(header(of: body) + body).write(to: url, options: .atomic)
  }

  private static func header(of body: [UInt8]) -> [UInt8] {
    let hash = ContentHash(body, salt: version)
    return Array(version.utf8) + bytes(of: [hash.low, hash.high])
  }

  private static func bytes(of words: [UInt64]) -> [UInt8] { words.withUnsafeBytes(Array.init) }
}
