import DependenceTesting
import Testing

struct AccountTests {
  @Test func `deposits add up`() async throws {
    try await stress(iterations: 200) { iteration in
      var random = iteration.random
      let amount = Int.random(in: 1...100, using: &random)
      let account = Account()
      await account.deposit(amount)
      #expect(await account.balance == amount)
    }
  }
}
