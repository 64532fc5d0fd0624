import Dependence
import DependenceFoundation
import DependenceTesting
import Foundation
import Testing

// MARK: - WithRandomNumberGenerator

struct Dice {
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
  func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
}

struct DiceTests {
  @Test(.dependency(\.withRandomNumberGenerator, .seeded(1)))
  func `the same seed gives the same rolls`() {
    let rolls = (0..<5).map { _ in Dice().roll() }

    #expect(
      rolls
        == withDependencies {
          $0.withRandomNumberGenerator = .seeded(1)
        } operation: {
          (0..<5).map { _ in Dice().roll() }
        }
    )
  }
}

// MARK: - FireAndForget

struct Analytics: Sendable {
  var track: @Sendable (_ event: String) async throws -> Void
}

struct FireAndForgetExampleTests {
  @Dependency(\.fireAndForget) private var fireAndForget

  @Test func `a test waits for fire-and-forget work`() async {
    let events = Lock<[String]>([])
    let analytics = Analytics { event in events.withLock { $0.append(event) } }

    func buy(_ article: String) async {
      await fireAndForget { try await analytics.track("bought \(article)") }
    }
    await buy("a book")

    #expect(events.withLock { $0 } == ["bought a book"])
  }
}

// MARK: - Assertion

struct Basket {
  @Dependency(\.precondition) private var precondition
  var items: [String] = []
  func checkOut() { precondition(!items.isEmpty, "an empty basket cannot be checked out") }
}

struct BasketTests {
  @Test func `a failed precondition can be tested`() {
    withKnownIssue {
      Basket().checkOut()
    } matching: { issue in
      "\(issue)".contains("an empty basket cannot be checked out")
    }
  }
}

// MARK: - PlaceholderDependencyKey

enum CurrencyKey: PlaceholderDependencyKey {
  static var liveValue: String { "EUR" }
  static var placeholder: String { "XXX" }
  static var property: String? { "currency" }
  static var example: String { "\"USD\"" }
}

extension DependencyValues {
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

struct CurrencyTests {
  @Dependency(\.currency) private var currency

  @Test(.dependency(\.currency, "USD")) func `a test can override the currency`() {
    #expect(currency == "USD")
  }

  @Test func `a test that reads a placeholder fails`() {
    withKnownIssue {
      #expect(currency == "XXX")
    } matching: { issue in
      "\(issue)".contains("$0.currency = \"USD\"")
    }
  }
}

// MARK: - DateGenerator

struct Receipt {
  @Dependency(\.date) private var date
  func stamp() -> String { date().formatted(.iso8601) }
}

struct ReceiptTests {
  @Test(.dependency(\.date, .constant(Date(timeIntervalSince1970: 0))))
  func `a receipt is stamped with the date`() {
    #expect(Receipt().stamp() == "1970-01-01T00:00:00Z")
  }
}

// MARK: - UUIDGenerator

struct Ticket: Equatable {
  let id: UUID
}

struct TicketOffice {
  @Dependency(\.uuid) private var uuid
  func sell() -> Ticket { Ticket(id: uuid()) }
}

struct TicketOfficeTests {
  @Test(.dependency(\.uuid, .incrementing)) func `every ticket has a new identifier`() {
    let office = TicketOffice()

    #expect([office.sell(), office.sell()] == [Ticket(id: UUID(0)), Ticket(id: UUID(1))])
  }
}

// MARK: - Control dates and identifiers

struct Loan: Equatable {
  let id: UUID
  let title: String
  let due: Date
}

struct Library {
  @Dependency(\.calendar) private var calendar
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid

  func lend(_ title: String) -> Loan? {
    calendar.date(byAdding: .day, value: 21, to: date()).map {
      Loan(id: uuid(), title: title, due: $0)
    }
  }
}

struct LibraryTests {
  @Test(
    .dependencies {
      $0.calendar.timeZone = .gmt
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.uuid = .incrementing
    }
  )
  func `a loan is due after three weeks`() {
    let loan = Library().lend("Reynard the Fox")

    let due = Date(timeIntervalSince1970: 21 * 24 * 60 * 60)
    #expect(loan == Loan(id: UUID(0), title: "Reynard the Fox", due: due))
  }
}

/// Content that is fresh for a minute.
struct Cached {
  @Dependency(\.date) private var date
  let content: String
  private let made: Date

  init(_ content: String) {
    @Dependency(\.date.now) var now
    self.content = content
    made = now
  }

  var isFresh: Bool { date() < made + 60 }
}

struct FollowingDateTests {
  @Test func `an answer is fresh for a minute`() async {
    let clock = TestClock()
    await withDependencies {
      $0.continuousClock = clock
      $0.date = .following(clock, from: Date(timeIntervalSince1970: 0))
    } operation: {
      let cached = Cached("an answer")

      await clock.advance(by: .seconds(59), sleepers: 0)
      #expect(cached.isFresh)

      await clock.advance(by: .seconds(1), sleepers: 0)
      #expect(!cached.isFresh)
    }
  }

  @Test func `the date follows the overridden clock`() async throws {
    try await withDependencies {
      let clock = ImmediateClock()
      $0.continuousClock = clock
      $0.date = .following(clock)
    } operation: {
      @Dependency(\.continuousClock) var clock
      @Dependency(\.date) var date
      try await clock.sleep(for: .seconds(60))
      #expect(date() == Date(timeIntervalSinceReferenceDate: 60))
    }
  }
}
