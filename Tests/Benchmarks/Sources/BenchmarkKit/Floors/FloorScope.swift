/// The task-local values that floors bind.
package enum FloorScope {
  @TaskLocal package static var number = 1
  @TaskLocal package static var other = 0
  @TaskLocal package static var object: FloorObject?

  /// Runs `operation` below `count` other bindings.
  package static func below<Result>(_ count: Int, _ operation: () -> Result) -> Result {
    count == 0 ? operation() : $other.withValue(count) { below(count - 1, operation) }
  }

  /// Runs an asynchronous `operation` below `count` other bindings.
  package nonisolated(nonsending) static func below<Result>(
    _ count: Int,
    _ operation: () async -> Result
  ) async -> Result {
    if count == 0 { return await operation() }
    return await $other.withValue(count) { await below(count - 1, operation) }
  }
}

/// A minimal object.
package final class FloorObject: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}
