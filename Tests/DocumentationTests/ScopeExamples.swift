import Dependence
import DependenceMacros
import DependenceTesting
import Dispatch
import Testing

final class Draft: Sendable {}
final class Archive: Sendable {}
final class Prices: Sendable {}

extension DependencyValues {
  @DependencyEntry(lifetime: .transient, test: Draft()) var draft = Draft()
  @DependencyEntry(lifetime: .shared, test: Archive()) var archive = Archive()
  @DependencyEntry(lifetime: .timeToLive(.seconds(60)), test: Prices()) var prices = Prices()
}

final class Chat: Sendable {
  private let user: String
  init(with user: String) { self.user = user }
  func send(_ text: String) {}
}

enum ChatKey: DependencyKey {
  static var liveValue: DependencyFactory<String, Chat> {
    DependencyFactory(lifetime: .shared) { user in Chat(with: user) }
  }
  static var testValue: DependencyFactory<String, Chat> { liveValue }
}

func greet() {
  @Dependency(ChatKey.self) var chat
  chat("Ada").send("Hello")
}

struct Invoice {
  @Dependency(\.currency) private var currency

  func total(_ amount: Int) -> String { "\(amount) \(currency)" }
  func text(_ text: String) -> String { "\(text) in \(currency)" }
}

func print(_ text: String, whenPrinted: @escaping @Sendable (String) -> Void) {
  let scope = captureDependencies()
  DispatchQueue.global().async {
    scope.run { whenPrinted(Invoice().text(text)) }
  }
}

struct InvoiceNumber: Equatable {
  let currency: String
}

enum InvoiceNumberKey: DependencyKey {
  static var liveValue: Provider<InvoiceNumber> {
    Provider { InvoiceNumber(currency: Dependency(\.currency).wrappedValue) }
  }
  static var testValue: Provider<InvoiceNumber> { liveValue }
}

enum OpeningEntriesKey: DependencyKey {
  static var liveValue: [String] { [] }
  static var testValue: [String] { ["opened"] }
}

extension DependencyValues {
  var openingEntries: [String] {
    get { self[OpeningEntriesKey.self] }
    set { self[OpeningEntriesKey.self] = newValue }
  }
}

struct Register: Sendable {
  private let entries = Lazy { Dependency(\.openingEntries).wrappedValue }

  var first: String? { entries().first }
}

struct Quote {
  @Dependency(\.currency, resolve: .captured) private var currency

  func text(_ amount: Int) -> String { "\(amount) \(currency)" }
}

final class Shop {
  @Dependency(\.currency, resolve: .inherited) private var currency

  func text(_ amount: Int) -> String { "\(amount) \(currency)" }
}

@Suite(.dependencies)
struct ScopeExampleTests {
  @Test func `a transient value is new for each read, and a shared value is kept`() {
    let values = DependencyValues.current
    let archive = values.archive

    #expect(values.draft !== values.draft)
    #expect(values.archive === archive)
    greet()
  }

  @Test func `prices are loaded again after a minute`() async {
    let clock = TestClock()

    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.prices) var prices
      let first = prices

      await clock.advance(by: .seconds(60), sleepers: 0)

      #expect(prices !== first)
    }
  }

  @Test func `a model inherits the scope in which it was created`() {
    let shop = withDependencies {
      $0.currency = "NOK"
    } operation: {
      Shop()
    }

    #expect(shop.text(5) == "5 NOK")
    let abroad = withDependencies {
      $0.currency = "USD"
    } operation: {
      shop.text(5)
    }
    #expect(abroad == "5 USD")
  }

  @Test func `a scope applies to its operation`() {
    let total = withDependencies {
      $0.currency = "USD"
    } operation: {
      Invoice().total(12)
    }

    #expect(total == "12 USD")
  }

  @Test func `a prepared value applies to the whole test`() async throws {
    prepareDependencies {
      $0.currency = "CHF"
      $0.postbox.stamp = { "1.20 CHF" }
    }

    #expect(Invoice().total(12) == "12 CHF")
    #expect(try await DependencyValues.current.postbox.stamp() == "1.20 CHF")
  }

  @Test(.dependency(\.currency, "SEK")) func `a capture carries its scope to a queue`() async {
    let printed = await withCheckedContinuation { done in
      print("A bill") { done.resume(returning: $0) }
    }

    #expect(printed == "A bill in SEK")
  }

  @Test(.dependency(\.currency, "SEK"))
  func `a wrapped callback runs in the captured scope`() async {
    let callback = captureDependencies().wrap { (amount: Int) in Invoice().total(amount) }

    #expect(await Task.detached { callback(3) }.value == "3 SEK")
  }

  @Test func `a provider reads the scope of its call`() {
    let provider = Dependency(InvoiceNumberKey.self).wrappedValue

    let number = withDependencies {
      $0.currency = "DKK"
    } operation: {
      provider()
    }

    #expect(number == InvoiceNumber(currency: "DKK"))
  }

  @Test func `a lazy value is created at its first use`() {
    let register = Register()

    #expect(register.first == "opened")
    withDependencies {
      $0.openingEntries = []
    } operation: {
      #expect(register.first == "opened")
    }
  }

  @Test func `a captured value ignores later overrides`() {
    let quote = withDependencies {
      $0.currency = "NOK"
    } operation: {
      Quote()
    }

    #expect(
      withDependencies {
        $0.currency = "USD"
      } operation: {
        quote.text(5)
      } == "5 NOK"
    )
  }
}
