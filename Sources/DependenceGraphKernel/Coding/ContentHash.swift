/// A 128-bit hash of a byte sequence, such as a file's contents. The hash is suitable as a cache
/// key, but is not cryptographically secure.
package struct ContentHash: Hashable, Sendable {
  package var low: UInt64 = 0x9E37_79B9_7F4A_7C15
  package var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  package init(_ bytes: [UInt8], salt: String = "") {
    add(Array(salt.utf8))
    add(bytes)
  }

  package init(low: UInt64, high: UInt64) {
    (self.low, self.high) = (low, high)
  }

  private mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      add(rest)
      add(UInt64(bytes.count))
    }
  }

  /// Mixes the 64-bit number `word` into both halves of the hash. Each operation is invertible, so
  /// mixing the same number into two different hashes never makes them equal.
  private mutating func add(_ word: UInt64) {
    low = (low ^ word) &* 0xFF51_AFD7_ED55_8CCD
    low ^= low >> 32
    high = (high &+ word) &* 0xC4CE_B9FE_1A85_EC53
    high ^= high >> 29
  }
}
