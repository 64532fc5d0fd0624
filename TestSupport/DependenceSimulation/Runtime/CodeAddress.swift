import CSimulationRuntime
import Dependence

/// A place in the program where a task was made, or goes on.
struct CodeAddress: Sendable, Hashable {
  /// Addresses within functions, innermost first; none is a number that no code has.
  private var places: SIMD3<UInt>

  init(_ origin: simulation_origin) {
    self.init(functions: origin)
    // Where a call returns to may be the function behind.
    places &-= 1
  }

  /// Creates the address at which a task goes on, or begins: nobody has returned to it yet.
  init(functions: simulation_origin) {
    let (first, second, third) = functions.callers
    places = [UInt(bitPattern: first), UInt(bitPattern: second), UInt(bitPattern: third)]
  }

  // The same few places make all tasks.
  private static let known = Lock<[CodeAddress: String?]>([:])

  /// The function, as far as the binary says its name.
  var description: String? {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let symbols = places.indices.lazy.compactMap { Self.symbol(at: places[$0]) }
    let name = symbols.first { !Self.isInitialiser($0) }
    let text = name.flatMap(Self.demangled).map { FunctionName($0).text }
    Self.known.withLock { $0[self] = .some(text) }
    return text
  }

  private static func symbol(at address: UInt) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(bitPattern: address).flatMap(simulation_symbol_at)
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
