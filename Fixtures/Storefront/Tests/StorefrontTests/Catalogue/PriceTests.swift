import Storefront
import Testing

struct PriceTests {
  @Test(arguments: [(0, "0.00"), (5, "0.05"), (450, "4.50"), (123456, "1234.56")])
  func `a price is written with two decimals`(cents: Int, text: String) {
    #expect("\(Price(cents: cents))" == text)
  }

  @Test func `lines add up`() {
    let lines = [LineItem(.tea, quantity: 3), LineItem(.mug)]

    #expect(lines.total == Price(cents: 3 * 450 + 1200))
  }
}
