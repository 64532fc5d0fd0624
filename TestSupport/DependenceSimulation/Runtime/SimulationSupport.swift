import CSimulationRuntime
import Dependence

#if canImport(Testing)
import Testing
#endif

enum SimulationSupport {
  /// Checks that simulations work in this process.
  ///
  /// - Throws: ``SimulationError/unsupported(_:)`` if they do not.
  static func require() throws {
    if let problem { throw SimulationError.unsupported(problem) }
    if losesExpectations { throw SimulationError.unsupported(missingProduct) }
  }

  /// Whether XCTest runs this test without the product DependenceXCTest, which passes failed
  /// expectations of Swift Testing on to XCTest.
  private static var losesExpectations: Bool {
    #if canImport(Testing)
    // An exit test loses no expectations, because its child process sends issues to its parent.
    if Test.current != nil || ExitTest.current != nil { return false }
    #endif
    return ProcessContext.current.isXCTestProcess && !IssueSinks.include("DependenceXCTest")
  }

  private static let missingProduct = """
    XCTest runs this test, and its target does not link the product DependenceXCTest. Without that product, a failed \
    #expect would be lost. Add .product(name: "DependenceXCTest", package: "dependence") to the dependencies of the \
    test target.
    """

  /// The reason why simulations do not work in this process, or `nil` if they do.
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
