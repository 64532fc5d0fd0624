import DependenceXCTest
import TestKeys
import XCTest

final class ParallelSafetyTests: XCTestCase {
  func testDependenciesAreSafeInParallel() async {
    for rule in ParallelSafety.allCases {
      await rule.verify(\.number, values: { $0 }, identity: { $0 })
      await rule.verify(
        \.token,
        values: { _ in Token() },
        identity: { ObjectIdentifier($0) },
        freshInEachRoot: true
      )
    }
  }
}
