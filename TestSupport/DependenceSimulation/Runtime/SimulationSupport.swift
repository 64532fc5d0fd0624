import CSimulationRuntime

enum SimulationSupport {
  /// - Throws: ``SimulationError/unsupported(_:)`` if they do not.
  static func require() throws {
    if let problem { throw SimulationError.unsupported(problem) }
  }

  /// The reason why they do not work; nil if they do. Found out once per process.
  static let problem: String? = {
    #if compiler(>=6.3) && compiler(<6.4)
    guard simulation_is_supported() else {
      return "simulations exist on Linux on x86-64 only, so far."
    }
    return SelfTest.findProblem().map { problem in
      """
      \(problem) The Swift runtime of this process is not the one that simulations were made for: Swift 6.3 \
      as a dynamic library. A statically linked standard library is the usual reason.
      """
    }
    #else
    return
      "simulations were made for Swift 6.3, and this process was compiled with another version."
    #endif
  }()
}
