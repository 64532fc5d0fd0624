/// A replacement for the type that Foundation declares on platforms with App Intents. Foundation
/// for Linux does not have this type.
public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) { declared() }
}
