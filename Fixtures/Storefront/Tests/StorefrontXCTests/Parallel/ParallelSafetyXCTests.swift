import DependenceXCTest
import Storefront
import XCTest

final class ParallelSafetyXCTests: DependencyTestCase {
  func testTheCustomerIsSafeInParallel() async {
    for rule in ParallelSafety.allCases {
      await rule.verify(
        \.customer,
        values: { Customer(name: "Customer \($0)") },
        identity: { $0 }
      )
    }
  }

  func testTheJournalIsSafeInParallel() async {
    for rule in ParallelSafety.allCases {
      await rule.verify(
        \.journal,
        values: { _ in Journal() },
        identity: { ObjectIdentifier($0) },
        freshInEachRoot: true
      )
    }
  }
}
