import Foundation

/// The thoroughness of a test run, which environment variables determine.
package enum Effort {
  /// Whether the run checks all seeds and the largest inputs, regardless of the time that this
  /// takes. This is the case if `DEPENDENCE_THOROUGH` is set, as in `CI/consumers`, and in a
  /// nightly run.
  package static let isThorough = isSet("DEPENDENCE_THOROUGH") || isNightly

  /// Whether the run checks all cells of the matrix in `SilentGreenTests`. This is the case if
  /// `DEPENDENCE_MATRIX` is set, as in `CI/test debug`, and in a thorough run.
  package static let triesAllCells = isSet("DEPENDENCE_MATRIX") || isThorough

  /// Returns the number of repetitions of a test. With ThreadSanitizer, it is a twentieth of
  /// `thorough`, but at least 1.
  ///
  /// - Parameters:
  ///   - usual: The number of repetitions in a plain `swift test`.
  ///   - thorough: The number of repetitions in a thorough run. The default is `usual`.
  ///   - nightly: The number of repetitions if `DEPENDENCE_NIGHTLY` is set, as in `CI/nightly`.
  package static func times(_ usual: Int, thorough: Int? = nil, nightly: Int) -> Int {
    let thorough = thorough ?? usual
    if isWatched { return max(1, thorough / 20) }
    if isNightly { return nightly }
    return isThorough ? thorough : usual
  }

  /// Whether the run may take a whole night. This is the case if `DEPENDENCE_NIGHTLY` is set.
  package static let isNightly = isSet("DEPENDENCE_NIGHTLY")
  /// Whether the process runs with ThreadSanitizer, which makes every memory access slow.
  package static let isWatched = dlsym(nil, "__tsan_init") != nil

  private static func isSet(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment[name] != nil
  }
}
