import Foundation

/// The thoroughness of a test run.
package enum Effort {
  /// Whether the run tries everything, however long that takes. This is the case if
  /// `DEPENDENCE_THOROUGH` is set, as in `CI/consumers`.
  package static let isThorough = isSet("DEPENDENCE_THOROUGH") || isNightly

  /// Whether the run tries every cell of the matrix of silent passes. This is also the case if
  /// `DEPENDENCE_MATRIX` is set, as in `CI/test debug`.
  package static let triesAllCells = isSet("DEPENDENCE_MATRIX") || isThorough

  /// The number of repetitions of a test: fewer if each one is slow, and more in a nightly run.
  ///
  /// - Parameters:
  /// - usual: The number of repetitions in a plain `swift test`.
  /// - thorough: The number of repetitions in a thorough run. By default, it is `usual`.
  /// - nightly: The number of repetitions if `DEPENDENCE_NIGHTLY` is set, as in `CI/nightly`.
  package static func times(_ usual: Int, thorough: Int? = nil, nightly: Int) -> Int {
    let thorough = thorough ?? usual
    if isWatched { return max(1, thorough / 20) }
    if isNightly { return nightly }
    return isThorough ? thorough : usual
  }

  /// Whether the run tries everything for which a night is long enough.
  package static let isNightly = isSet("DEPENDENCE_NIGHTLY")
  /// Whether the process runs with ThreadSanitizer, which makes every access slow.
  package static let isWatched = dlsym(nil, "__tsan_init") != nil

  private static func isSet(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment[name] != nil
  }
}
