import Dependence
import DependenceTesting
import Storefront
import Testing

struct OrderNumbersTests {
  @Dependency(\.orderNumbers) private var orderNumbers

  @Test(arguments: 1...8)
  func `every case counts its orders from one`(orders: Int) {
    let numbers = (1...orders).map { _ in orderNumbers() }

    #expect(numbers == (1...orders).map(OrderNumber.init))
  }

  @Test(.dependency(\.customer, .ada), arguments: 1...8)
  func `every case with a trait counts its orders from one`(orders: Int) {
    let numbers = (1...orders).map { _ in orderNumbers() }

    #expect(numbers == (1...orders).map(OrderNumber.init))
  }

  @Test func `scopes of one test count together`() {
    let outside = orderNumbers()
    let inside = withDependencies {
      $0.customer = .ada
    } operation: {
      orderNumbers()
    }

    #expect([outside, inside] == [OrderNumber(1), OrderNumber(2)])
  }

  @Test func `child tasks of one test count together`() async {
    let numbers = await withTaskGroup(of: OrderNumber.self) { group in
      for _ in 1...100 { group.addTask { orderNumbers() } }
      return await group.reduce(into: Set<OrderNumber>()) { $0.insert($1) }
    }

    #expect(numbers == Set((1...100).map(OrderNumber.init)))
  }

  @Test(.dependency(\.orderNumbers, Provider { OrderNumber(7) }))
  func `a test may choose the numbers`() {
    #expect([orderNumbers(), orderNumbers()] == [OrderNumber(7), OrderNumber(7)])
  }
}
