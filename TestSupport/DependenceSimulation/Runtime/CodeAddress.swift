import CSimulationRuntime
import Dependence

/// Names for places in the program.
enum CodeAddress {
  /// Names that were asked for: a search asks for the same ones again and again.
  private static let known = Lock<[UInt: String]>([:])

  /// The function that contains an address, as far as the binary says its name.
  static func describe(_ address: UInt) -> String {
    if let name = known.withLock({ $0[address] }) { return name }
    let name = lookUp(address)
    known.withLock { $0[address] = name }
    return name
  }

  private static func lookUp(_ address: UInt) -> String {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "?" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { text in
      simulation_describe_address(pointer, text.baseAddress!, text.count)
      return String(cString: text.baseAddress!)
    }
  }
}
