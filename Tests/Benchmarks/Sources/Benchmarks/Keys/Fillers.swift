import Dependence

/// Scopes that override keys which are never read.
enum Fillers {
  typealias Override = @Sendable (inout DependencyValues) -> Void

  /// An override of each of the thousand keys.
  static let overrides: [Override] = Digits.all.flatMap { hundreds in
    Digits.all.flatMap { tens in Digits.all.map { override(hundreds, tens, $0) } }
  }

  private static func override<Hundreds: Digit, Tens: Digit, Ones: Digit>(
    _ hundreds: Hundreds.Type,
    _ tens: Tens.Type,
    _ ones: Ones.Type
  ) -> Override {
    { $0[Filler<Hundreds, Tens, Ones>.self] = 1 }
  }

  /// Runs `operation` in `count` nested scopes.
  static func nested<Result>(_ count: Int, _ operation: () -> Result) -> Result {
    if count == 0 { return operation() }
    return withDependencies(overrides[count - 1]) { nested(count - 1, operation) }
  }

  /// Runs an asynchronous `operation` in `count` nested scopes.
  nonisolated(nonsending) static func nested<Result>(
    _ count: Int,
    _ operation: () async -> Result
  ) async -> Result {
    if count == 0 { return await operation() }
    return await withDependencies(overrides[count - 1]) {
      await nested(count - 1, operation)
    }
  }

  /// Runs `operation` in one scope with `count` overrides.
  static func together<Result>(_ count: Int, _ operation: () -> Result) -> Result {
    withDependencies {
      for override in overrides.prefix(count) { override(&$0) }
    } operation: {
      operation()
    }
  }
}
