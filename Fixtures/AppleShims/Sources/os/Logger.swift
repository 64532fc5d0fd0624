public struct Logger: Sendable {
  public init(subsystem: String, category: String) { declared() }

  public func fault(_ message: OSLogMessage) { declared() }
}

public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { declared() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { declared() }
  public init(stringInterpolation: OSLogInterpolation) { declared() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) { declared() }

  public mutating func appendLiteral(_ literal: String) { declared() }

  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy
  ) {
    declared()
  }
}
