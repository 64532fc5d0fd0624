import Dependence
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

struct ParallelSafetyExampleTests {
  @Test(arguments: ParallelSafety.allCases)
  func `the warehouse is safe in parallel`(check: ParallelSafety) async {
    await check.verify(\.warehouse, values: { WarehouseClient.numbered($0) }, identity: \.id)
  }
}

final class LedgerTests: XCTestCase {
  func testTheLedgerIsSafeInParallel() async {
    for check in ParallelSafety.allCases {
      await check.verify(\.ledger, values: Ledger.numbered, identity: \.number)
    }
  }
}

// MARK: - Types of the examples

private struct WarehouseClient: Sendable {
  let id: String
  let price: @Sendable (String) -> Int

  static func numbered(_ number: Int) -> WarehouseClient {
    WarehouseClient(id: "store \(number)", price: { _ in number })
  }
}

private enum WarehouseClientKey: DependencyKey {
  static let liveValue = WarehouseClient(id: "live", price: { _ in 100 })
  static let testValue = WarehouseClient(
    id: "test",
    price: { _ in unimplemented("WarehouseClient.price", placeholder: 0) }
  )
}

extension DependencyValues {
  fileprivate var warehouse: WarehouseClient {
    get { self[WarehouseClientKey.self] }
    set { self[WarehouseClientKey.self] = newValue }
  }
}
