import CSimulationRuntime
import Dependence

/// A place in the program where a task was made, or goes on.
struct CodeAddress: Sendable, Hashable {
  private var callers: SIMD4<UInt>

  init(_ origin: simulation_origin) {
    let (first, second, third) = origin.callers
    callers = [UInt(bitPattern: first), UInt(bitPattern: second), UInt(bitPattern: third), 0]
  }

  /// Creates the address at which a task goes on, or begins: nobody has returned to it yet.
  init(functions: simulation_origin) {
    self.init(functions)
    // As if they were called from there.
    callers.replace(with: callers &+ 1, where: callers .!= 0)
  }

  // The same few places make all tasks.
  private static let known = Lock<[CodeAddress: String?]>([:])

  /// The function, as far as the binary says its name.
  var description: String? {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let symbols = callers.indices.lazy.compactMap { Self.symbol(at: callers[$0]) }
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

  /// True if a function is one of the library that was compiled into the program: an initialiser of
  /// `Task`, a method of a group, `withUnsafeContinuation`.
  private static func isInitialiser(_ symbol: UnsafePointer<CChar>) -> Bool {
    let name = String(cString: symbol)
    return ["$sScT", "$sScG", "$sScg", "$ss"].contains(where: name.hasPrefix)
  }
}
