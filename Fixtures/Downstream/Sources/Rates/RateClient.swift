public import DependenceMacros

@DependencyClient
public struct RateClient: Sendable {
  public var rate: @Sendable (_ currency: String) async throws -> Double
  public var refresh: @Sendable () async throws -> Void
  public var isFixed: @Sendable (_ currency: String) -> Bool = { _ in false }
}

extension DependencyValues {
  @DependencyEntry(
    preview: RateClient(rate: { _ in 2 }, refresh: {}),
    test: RateClient(rate: { _ in 3 }, refresh: {}, isFixed: { _ in true })
  )
  public var rates: RateClient = RateClient(rate: { _ in 1 }, refresh: {})
}

/// Converts an amount of money. The default argument of a public function can call only public
/// initializers, so this function compiles only if the initializer from the macro is public.
public func converted(
  _ amount: Double,
  with client: RateClient = RateClient(rate: { _ in 7 }, refresh: {})
) async throws -> Double {
  try await amount * client.rate("EUR")
}
