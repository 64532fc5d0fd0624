import BenchmarkKit

extension BenchmarkRun {
  /// Measures what `body` returns at every iteration, once the place where it reads is warm: what a
  /// first read makes for all that follow is a row of its own.
  ///
  /// - Returns: The sum.
  @inline(__always)
  func measureEach(_ body: () -> Int) -> Int {
    _ = body()
    return measure { total($0, body) }
  }
}
