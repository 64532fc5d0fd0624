import DependenceGraphKernel
import Testing

struct ContentHashTests {
  /// The hashes of contents of different lengths, of contents that differ in one bit, and of equal
  /// contents with different salts.
  private let hashes: [ContentHash] = {
    let contents = (0..<40).map { [UInt8](repeating: 7, count: $0) }
    let changed = (0..<33).flatMap { offset in
      (0..<8).map { bit in
        var content = contents[33]
        content[offset] ^= 1 << UInt8(bit)
        return content
      }
    }
    return (contents + changed).map { ContentHash($0) } + [
      ContentHash([7, 7], salt: "a"), ContentHash([7, 7], salt: "b"), ContentHash([], salt: "a"),
      ContentHash([97]), ContentHash([97], salt: ""), ContentHash([7], salt: "a\u{7}"),
    ]
  }()

  @Test func `each half of a hash distinguishes contents and salts`() {
    #expect(Set(hashes.map(\.low)).count == hashes.count - 1)
    #expect(Set(hashes.map(\.high)).count == hashes.count - 1)
  }

  @Test func `every byte changes the lower bits of both halves`() {
    let content = [UInt8](repeating: 7, count: 24)
    for offset in content.indices {
      let others = (0..<64).map { byte in
        var other = content
        other[offset] = UInt8(byte)
        return ContentHash(other)
      }

      #expect(Set(others.map { $0.low & 0xFFF }).count > 48, "byte \(offset)")
      #expect(Set(others.map { $0.high & 0xFFF }).count > 48, "byte \(offset)")
    }
  }

  @Test func `a hash is the same in every run`() {
    let hash = ContentHash(Array("0123456789".utf8), salt: "salt")

    #expect(hash == ContentHash(low: 18_340_898_542_412_162_328, high: 13_022_710_715_158_454_009))
  }
}
