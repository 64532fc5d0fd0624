enum AccessLevel: UInt8, Codable, Hashable, Sendable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
