import Foundation

/// The effort of a run of the tests.
package enum Effort {
  /// True if it tries everything, however long that takes: where `DEPENDENCE_THOROUGH` is set, as in `CI/test debug` and `CI/consumers`.
  package static let isThorough = isSet("DEPENDENCE_THOROUGH") || isNightly

  /// The number of repetitions of a test: fewer where each takes long, more where nobody waits.
  ///
  /// - Parameters:
  ///   - usual: How often in a plain `swift test`.
  ///   - thorough: How often in a thorough one; as usual, unless you say.
  ///   - nightly: How often where `DEPENDENCE_NIGHTLY` is set, as in `CI/nightly`.
  package static func times(_ usual: Int, thorough: Int? = nil, nightly: Int) -> Int {
    let thorough = thorough ?? usual
    if isWatched { return max(1, thorough / 20) }
    if isNightly { return nightly }
    return isThorough ? thorough : usual
  }

  /// True if everything is tried that a night has time for.
  package static let isNightly = isSet("DEPENDENCE_NIGHTLY")
  /// True if ThreadSanitizer watches every access.
  package static let isWatched = dlsym(nil, "__tsan_init") != nil

  private static func isSet(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment[name] != nil
  }
}
