import DependenceXCTest
import Storefront
import XCTest

final class ParallelSafetyXCTests: DependencyTestCase {
  func testTheCustomerIsSafeInParallel() async {
    await ParallelSafety.verifyAll(\.customer, values: { Customer(name: "Customer \($0)") })
  }

  func testTheJournalIsSafeInParallel() async {
    await ParallelSafety.verifyAll(
      \.journal,
      values: { _ in Journal() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }
}
