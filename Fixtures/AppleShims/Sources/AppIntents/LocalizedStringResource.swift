/// Foundation declares it where App Intents exist. Foundation for Linux does not.
public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) { declared() }
}
