import SwiftSyntax

/// How far a declaration can be seen.
enum AccessLevel: Int, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`

  init(of modifiers: DeclModifierListSyntax) {
    // `private(set)` says nothing about who may read.
    let words = modifiers.filter { $0.detail == nil }.map(\.name.tokenKind)
    self =
      if words.contains(.keyword(.public)) || words.contains(.keyword(.open)) {
        .public
      } else if words.contains(.keyword(.package)) {
        .package
      } else if words.contains(.keyword(.fileprivate)) {
        .fileprivate
      } else if words.contains(.keyword(.private)) {
        .private
      } else {
        .internal
      }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The modifier, with the space after it, of a member that is seen as far as this.
  var modifier: String {
    switch self {
    // A private member of a private type would be private to the type.
    case .private, .fileprivate: "fileprivate "
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }
}
