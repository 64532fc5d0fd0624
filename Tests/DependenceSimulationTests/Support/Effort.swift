import Foundation

/// How often a test does what it repeats.
enum Effort {
  /// The given number of times: fewer where each takes long, more where nobody waits.
  ///
  /// - Parameter nightly: How often where `DEPENDENCE_NIGHTLY` is set, as in `CI/nightly`.
  static func times(_ usual: Int, nightly: Int) -> Int {
    if isSlow { return max(1, usual / 20) }
    return isNightly ? nightly : usual
  }

  private static let isNightly = ProcessInfo.processInfo.environment["DEPENDENCE_NIGHTLY"] != nil
  /// Whether ThreadSanitizer watches every access.
  private static let isSlow = dlsym(nil, "__tsan_init") != nil
}
