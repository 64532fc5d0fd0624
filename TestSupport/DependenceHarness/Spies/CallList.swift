/// Calls as a message lists them, one a line with its number.
struct CallList: CustomStringConvertible {
  private static let limit = 50

  private let texts: [String]
  private let isMarked: (Int) -> Bool

  /// - Parameter isMarked: Whether the call at an index is set off from the others.
  init(_ texts: [String], isMarked: @escaping (Int) -> Bool = { _ in false }) {
    self.texts = texts
    self.isMarked = isMarked
  }

  var description: String {
    var lines = texts.prefix(Self.limit).enumerated().map { index, text in
      "\(isMarked(index) ? ">" : " ") \(index + 1). \(text)"
    }
    if texts.count > Self.limit { lines.append("  … and \(texts.count - Self.limit) more") }
    return lines.joined(separator: "\n")
  }

  /// The calls under a heading that counts them: "Actual: 2 calls".
  func titled(_ title: String) -> String {
    if texts.isEmpty { return "\(title): no calls" }
    return "\(title): \(texts.count == 1 ? "1 call" : "\(texts.count) calls")\n\(self)"
  }
}
