package import Foundation

/// What was read of each file, by the file's content and everything else that goes into reading it.
///
/// One file holds it all. A cache that is broken, of another version or from another machine is
/// empty; every entry carries a hash of its own, so that a bit that fell over is a file to parse
/// again and nothing worse.
package struct SummaryCache: Sendable {
  /// What tells one version of the model and of the reading from another: what this one makes of a
  /// sample. Nobody has to remember to count up.
  private static let version: String = {
    let summary = FileSummary(source: Array(sample.utf8), path: "sample", module: "Sample")
    let bytes = (try? BinaryEncoder.encode(summary)) ?? []
    let hash = ContentHash(bytes)
    return "dependence scan 1 \(hash.low) \(hash.high)\n"
  }()

  private static let sample = """
    @preconcurrency import A
    @MainActor @Instantiable(isRoot: true, fulfillingAdditionalTypes: [B.self], conformsElsewhere: true)
    public final class C<D>: E {
      @Received(fulfilledByDependencyNamed: "f", ofType: F.self) let f: (G, h: [I: J?])
      @Instantiated(fulfilledByType: "K", erasedToConcreteExistential: true) let k: Instantiator<L>
      @Received(onlyIfAvailable: true) let m: M?
      @Forwarded let n: N
      init(f: F, k: K, m: M?, n: N, o: O = 1) async throws {}
      @Dependency(\\.p) var p
    }
    @Instantiable extension Q { static func instantiate(r: R) -> Q<R> { Q() } }
    enum SKey: TestDependencyKey {}
    extension DependencyValues { var s: Int { self[SKey.self] } }
    protocol T: U { @V mutating func w<X: Y>(z: Int) async throws -> X where X: Z; var a: B { get set } }
    """

  private var entries: [ContentHash: ArraySlice<UInt8>] = [:]

  package init() {}

  /// Reads a cache; an empty one, if there is none that can be read.
  package init(contentsOf url: URL) {
    guard let data = try? Data(contentsOf: url) else { return }
    let bytes = [UInt8](data)
    let magic = Array(Self.version.utf8)
    guard bytes.starts(with: magic) else { return }
    var place = magic.count
    func word() -> UInt64? {
      guard place + 8 <= bytes.count else { return nil }
      defer { place += 8 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
    }
    while place < bytes.count {
      guard let low = word(), let high = word(), let sumLow = word(), let sumHigh = word(),
        let length = word(), length <= UInt64(bytes.count - place)
      else { return }
      let range = place..<place + Int(length)
      let sum = ContentHash(Array(bytes[range]), salt: "\(low) \(high)")
      if sum == ContentHash(low: sumLow, high: sumHigh) {
        entries[ContentHash(low: low, high: high)] = bytes[range]
      }
      place = range.upperBound
    }
  }

  func summary(for key: ContentHash) -> FileSummary? {
    entries[key].flatMap { try? BinaryDecoder.decode(FileSummary.self, from: $0) }
  }

  func encoded(for key: ContentHash) -> ArraySlice<UInt8>? { entries[key] }

  /// Writes entries to where the next scan reads them, all or nothing.
  ///
  /// - Throws: What Foundation throws when the folder cannot be written.
  static func write(_ entries: [(key: ContentHash, bytes: ArraySlice<UInt8>)], to url: URL) throws {
    var output = Array(version.utf8)
    for entry in entries {
      let sum = ContentHash(Array(entry.bytes), salt: "\(entry.key.low) \(entry.key.high)")
      for word in [entry.key.low, entry.key.high, sum.low, sum.high, UInt64(entry.bytes.count)] {
        withUnsafeBytes(of: word) { output.append(contentsOf: $0) }
      }
      output.append(contentsOf: entry.bytes)
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(output).write(to: url, options: .atomic)
  }
}
