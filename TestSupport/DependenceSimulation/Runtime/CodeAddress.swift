import CSimulationRuntime
import Dependence

/// A place in the program where a task was made.
struct CodeAddress: Sendable, Hashable {
  /// Addresses in the functions that were running, innermost first.
  private let first: UInt
  private let second: UInt
  private let third: UInt

  init(_ origin: simulation_origin) {
    first = UInt(bitPattern: origin.callers.0)
    second = UInt(bitPattern: origin.callers.1)
    third = UInt(bitPattern: origin.callers.2)
  }

  // The same few places make all tasks.
  private static let known = Lock<[CodeAddress: String?]>([:])

  /// The function, as far as the binary says its name.
  var description: String? {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let symbols = [first, second, third].lazy.compactMap(Self.symbol)
    let name = symbols.first { !Self.isInitialiser($0) }
    let text = name.flatMap(Self.demangled).map { FunctionName($0).text }
    Self.known.withLock { $0[self] = .some(text) }
    return text
  }

  private static func symbol(at address: UInt) -> UnsafePointer<CChar>? {
    // Where a call returns to may be the function behind.
    UnsafeRawPointer(bitPattern: address).flatMap { simulation_symbol_at($0 - 1) }
  }

  private static func demangled(_ symbol: UnsafePointer<CChar>) -> String? {
    guard let text = simulation_demangle(symbol) else { return String(cString: symbol) }
    defer { simulation_free(text) }
    return String(cString: text)
  }

  /// Whether a function is one of the library that was compiled into the program: an initialiser of `Task`, a method of
  /// a group.
  private static func isInitialiser(_ symbol: UnsafePointer<CChar>) -> Bool {
    let name = String(cString: symbol)
    let types = ["ScT", "ScG", "Scg", "s19DiscardingTaskGroup", "s27ThrowingDiscardingTaskGroup"]
    return types.contains { name.hasPrefix("$s\($0)") }
  }
}
