import Dependence
import DependenceTesting
import Storefront
import Testing

struct ParallelSafetyTests {
  @Test(arguments: ParallelSafety.allCases)
  func `the shop is safe in parallel`(check: ParallelSafety) async {
    await check.verify(
      \.shop,
      values: { Shop(name: "Branch \($0)", currency: "EUR") },
      identity: { $0 }
    )
  }

  @Test(arguments: ParallelSafety.allCases)
  func `the journal is safe in parallel and no test sees another's`(check: ParallelSafety) async {
    await check.verify(
      \.journal,
      values: { _ in Journal() },
      identity: { ObjectIdentifier($0) },
      freshInEachRoot: true
    )
  }
}
