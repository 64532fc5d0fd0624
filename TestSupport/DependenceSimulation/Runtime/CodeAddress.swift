import CSimulationRuntime
import Dependence
import Foundation

/// A position in the program's code, such as the point where a task was created or where a
/// suspended task will resume. Messages show the name of the function at this position.
struct CodeAddress: Sendable, Hashable {
  /// Addresses in up to three functions on the call stack, beginning with the innermost function.
  /// Several addresses are stored because the innermost functions may belong to the standard
  /// library. If there are fewer functions, the remaining elements are not code addresses.
  private var addresses: SIMD3<UInt>

  init(_ origin: simulation_origin) {
    self.init(functions: origin)
    // Subtract 1 from each address. These are return addresses, and the return address of a call at
    // the end of a function belongs to the next function in memory.
    addresses &-= 1
  }

  /// Creates the code address where a new task will start, or where a suspended task will resume.
  /// `functions` contains the start addresses of the functions that the task will run next.
  init(functions: simulation_origin) {
    let (first, second, third) = functions.callers
    addresses = [UInt(bitPattern: first), UInt(bitPattern: second), UInt(bitPattern: third)]
  }

  // Names are cached because looking one up is slow, and a few functions usually create most tasks.
  private static let known = Lock<[CodeAddress: String?]>([:])

  /// The name of the innermost function that does not belong to the standard library, or `nil` if
  /// the binary does not contain this name.
  var description: String? {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let symbols = addresses.indices.lazy.compactMap { Self.symbol(at: addresses[$0]) }
    let name = symbols.first { !Self.isStandardLibraryFunction($0) }
    let text = name.flatMap(Self.demangled).map { FunctionName($0).text }
    Self.known.withLock { $0[self] = .some(text) }
    return text
  }

  private static func symbol(at address: UInt) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(bitPattern: address).flatMap(simulation_symbol_at)
  }

  private static func demangled(_ symbol: UnsafePointer<CChar>) -> String? {
    guard let text = simulation_demangle(symbol) else { return String(cString: symbol) }
    defer { free(text) }
    return String(cString: text)
  }

  /// Returns `true` if `symbol` is a standard library function that was compiled into the program,
  /// such as an initializer of `Task`, a method of a task group, or `withUnsafeContinuation`.
  /// Messages name the caller of such a function instead.
  private static func isStandardLibraryFunction(_ symbol: UnsafePointer<CChar>) -> Bool {
    let name = String(cString: symbol)
    return ["$sScT", "$sScG", "$sScg", "$ss"].contains(where: name.hasPrefix)
  }
}
