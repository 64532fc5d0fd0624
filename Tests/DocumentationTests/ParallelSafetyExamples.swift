import Dependence
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

struct ParallelSafetyExampleTests {
  @Test(arguments: ParallelSafety.allCases)
  func `the store is safe in parallel`(check: ParallelSafety) async {
    await check.verify(\.store, values: { StoreClient.numbered($0) }, identity: \.id)
  }
}

final class LedgerTests: XCTestCase {
  func testTheLedgerIsSafeInParallel() async {
    await ParallelSafety.verifyAll(\.ledger, values: Ledger.numbered, identity: \.number)
  }
}

// MARK: - What the examples are about

private struct StoreClient: Sendable {
  let id: String
  let price: @Sendable (String) -> Int

  static func numbered(_ number: Int) -> StoreClient {
    StoreClient(id: "store \(number)", price: { _ in number })
  }
}

private enum StoreClientKey: DependencyKey {
  static let liveValue = StoreClient(id: "live", price: { _ in 100 })
  static let testValue = StoreClient(
    id: "test",
    price: { _ in unimplemented("StoreClient.price", placeholder: 0) }
  )
}

extension DependencyValues {
  fileprivate var store: StoreClient {
    get { self[StoreClientKey.self] }
    set { self[StoreClientKey.self] = newValue }
  }
}
