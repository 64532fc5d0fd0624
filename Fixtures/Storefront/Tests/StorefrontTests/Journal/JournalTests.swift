import Dependence
import Storefront
import Testing

struct JournalTests {
  @Dependency(\.journal) private var journal

  @Test(arguments: 1...8)
  func `every case has an empty journal of its own`(number: Int) {
    let before = journal.entries

    journal.record(.orderPlaced(OrderNumber(number)))

    #expect(before == [])
    #expect(journal.entries == [.orderPlaced(OrderNumber(number))])
  }

  @Test func `a test has one journal wherever its scope goes`() async {
    let scope = captureDependencies()

    let there = await Task.detached { scope.run { journal } }.value

    #expect(there === journal)
  }
}
