import CSimulationRuntime
import Dependence

#if canImport(Testing)
import Testing
#endif

enum SimulationSupport {
  /// Checks that this process can run simulations.
  ///
  /// - Throws: ``SimulationError/unsupported(_:)`` if it cannot.
  static func require() throws {
    if let problem { throw SimulationError.unsupported(problem) }
    if losesExpectations { throw SimulationError.unsupported(missingProduct) }
  }

  /// Whether failed Swift Testing expectations would be lost. XCTest does not record them by
  /// itself. In an XCTest run, they are therefore lost if the test target does not link the product
  /// DependenceXCTest, which passes them on to XCTest.
  private static var losesExpectations: Bool {
    #if canImport(Testing)
    // Failed expectations are not lost in a Swift Testing test, which records them, or in an exit
    // test, whose process sends them to the process that started it. In both cases, return `false`.
    if Test.current != nil || ExitTest.current != nil { return false }
    #endif
    return ProcessContext.current.isXCTestProcess && !IssueSinks.include("DependenceXCTest")
  }

  /// Whether the current code runs under Swift Testing but belongs to no test. A search that is
  /// started there is not informed of failed expectations.
  static var isOutsideTests: Bool {
    #if canImport(Testing)
    return ProcessContext.current.runsSwiftTesting && Test.current == nil
      && ExitTest.current == nil
    #else
    return false
    #endif
  }

  private static let missingProduct = """
    XCTest runs this test, but the test target does not link the product DependenceXCTest. Without that product, a \
    failed #expect would be lost. Add .product(name: "DependenceXCTest", package: "dependence") to the dependencies of \
    the test target.
    """

  private static let skipping = """
    To skip the test instead, add the trait .enabled(if: Simulation.isSupported), or call \
    XCTSkipUnless(Simulation.isSupported) in XCTest.
    """

  /// The reason this process cannot run simulations, or `nil` if it can.
  static let problem: String? = {
    #if compiler(>=6.3) && compiler(<6.4)
    guard simulation_is_supported() else {
      return "They need Linux on x86-64. \(skipping)"
    }
    if let problem = SelfTest.findProblem() {
      return """
        A self-test found that they cannot control the Swift runtime. \(problem) They need the runtime of Swift 6.3 as a \
        dynamic library. Usually, the reason is that the standard library is linked statically; build without \
        -static-stdlib. \(skipping)
        """
    }
    guard SelfTest.canReadHeap else {
      return """
        They need the allocator of glibc, because they read the sizes of objects from its memory. Run the tests without \
        another allocator, for example without LD_PRELOAD. \(skipping)
        """
    }
    return nil
    #else
    return
      "They need Swift 6.3, but this process was compiled with another version. \(skipping)"
    #endif
  }()
}
