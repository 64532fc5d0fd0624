import DependenceSimulation
import Testing

struct BoxOfficeTests {
  @Test(.explore(1_000))
  func `one seat is sold once`() async {
    let office = BoxOffice(seats: 1)
    async let first = office.sell()
    async let second = office.sell()
    let sales = await [first, second].count(where: \.self)
    #expect(sales == 1)
  }
}

actor Bank {
  private var limit = 100

  func approves() -> Bool {
    limit -= 1
    return limit >= 0
  }
}

actor BoxOffice {
  private let bank = Bank()
  private var seats: Int

  init(seats: Int) { self.seats = seats }

  func sell() async -> Bool {
    guard seats > 0 else { return false }
    seats -= 1
    guard await bank.approves() else {
      seats += 1
      return false
    }
    return true
  }
}
