import DependenceXCTest
import TestKeys
import XCTest

final class ParallelSafetyTests: XCTestCase {
  func testDependenciesAreSafeInParallel() async {
    await ParallelSafety.verifyAll(\.number, values: { $0 })
    await ParallelSafety.verifyAll(
      \.token,
      values: { _ in Token() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }
}
