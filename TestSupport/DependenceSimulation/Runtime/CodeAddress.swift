import CSimulationRuntime

/// Names for places in the program.
enum CodeAddress {
  /// The function that contains an address, as far as the binary says its name.
  static func describe(_ address: UInt) -> String {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "?" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { text in
      simulation_describe_address(pointer, text.baseAddress!, text.count)
      return String(cString: text.baseAddress!)
    }
  }
}
