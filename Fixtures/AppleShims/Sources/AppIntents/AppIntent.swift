public protocol IntentResult: Sendable {}

public struct EmptyIntentResult: IntentResult {}

extension IntentResult where Self == EmptyIntentResult {
  public static func result() -> Self { declared() }
}

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Dependency = AppDependency

  @discardableResult
  public func callAsFunction() async throws -> PerformResult { declared() }
}
