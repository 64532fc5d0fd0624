import DependenceModules

struct Postbox: Sendable {
  var stamp: @Sendable () -> String
}

enum CurrencyKey: DependencyKey {
  static var liveValue: String { "EUR" }
}

enum PostboxKey: DependencyKey {
  static var liveValue: Postbox { Postbox(stamp: { "1 EUR" }) }
}

extension DependencyValues {
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }

  var postbox: Postbox {
    get { self[PostboxKey.self] }
    set { self[PostboxKey.self] = newValue }
  }
}

protocol Printer: Sendable {
  func print(_ text: String)
}

struct PaperPrinter: Printer {
  @Dependency(\.currency) private var currency

  func print(_ text: String) { Swift.print("\(text), in \(currency)") }
}

let letterModules = Dependencies {
  Module { PaperPrinter() as any Printer }
}

struct Office {
  @Inject private var printer: any Printer
  @Inject private var shredder: (any Shredder)?
  @Dependency(\.postbox) private var postbox

  func work() {
    printer.print("stamped with \(postbox.stamp())")
    print(shredder == nil ? "no shredder" : "a shredder")
  }
}

protocol Shredder: Sendable {}
