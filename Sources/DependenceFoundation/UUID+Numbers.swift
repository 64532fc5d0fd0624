public import Foundation
import Dependence

extension UUID {
  /// Creates an identifier that ends with `number` in hexadecimal and is otherwise filled with
  /// zeros. For example, `UUID(26)` is `00000000-0000-0000-0000-00000000001A`.
  ///
  /// - Parameter number: A nonnegative number. If the number is negative, an issue is reported and
  ///   zero is used instead.
  public init(
    _ number: Int,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    if number < 0 {
      reportIssue(
        "UUID(\(number)) is not possible, so UUID(0) was used. Pass 0 or more.",
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
    self.init(number: UInt64(max(number, 0)))
  }

  init(number: UInt64) { self.init(words: 0, number) }

  /// Creates a version 4 identifier (RFC 9562, section 5.4) from 128 random bits. Six of these bits
  /// are overwritten with the version and the variant, as the standard requires.
  init(version4 high: UInt64, _ low: UInt64) {
    self.init(words: high & ~0xf000 | 0x4000, low & ~0xc000_0000_0000_0000 | 0x8000_0000_0000_0000)
  }

  private init(words high: UInt64, _ low: UInt64) {
    var bytes = (high.bigEndian, low.bigEndian)
    self = withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
