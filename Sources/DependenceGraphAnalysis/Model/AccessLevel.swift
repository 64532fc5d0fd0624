/// How far a declaration can be seen.
package enum AccessLevel: UInt8, Codable, Hashable, Sendable, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`
  case open

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The modifier, as source code writes it.
  package var keyword: String {
    switch self {
    case .private: "private"
    case .fileprivate: "fileprivate"
    case .internal: "internal"
    case .package: "package"
    case .public: "public"
    case .open: "open"
    }
  }
}
