/// The task-local values that the floors bind. A floor is a benchmark of a basic operation, with
/// which other benchmarks are compared.
package enum FloorScope {
  @TaskLocal package static var number = 1
  @TaskLocal package static var other = 0
  @TaskLocal package static var object: FloorObject?

  /// Runs `operation` inside `count` nested bindings of another task-local value.
  package static func below<Result>(_ count: Int, _ operation: () -> Result) -> Result {
    count == 0 ? operation() : $other.withValue(count) { below(count - 1, operation) }
  }

  /// Runs an asynchronous `operation` inside `count` nested bindings of another task-local value.
  package nonisolated(nonsending) static func below<Result>(
    _ count: Int,
    _ operation: () async -> Result
  ) async -> Result {
    if count == 0 { return await operation() }
    return await $other.withValue(count) { await below(count - 1, operation) }
  }
}

/// A small object that the floors allocate.
package final class FloorObject: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}
