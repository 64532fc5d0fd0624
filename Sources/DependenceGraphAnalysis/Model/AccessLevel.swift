enum AccessLevel: UInt8, Codable, Hashable, Sendable, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`
  case open

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  var keyword: String { "\(self)" }
}
