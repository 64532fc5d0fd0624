import Synchronization

/// What is read outside every scope.
enum Outside {
  /// The address of the frame that such reads start from, once that is known to be the bottom of the process:
  /// no test runner was registered.
  private static let frame = Atomic<UInt>(0)

  /// That address; zero where nobody knows it.
  static var address: UInt { frame.load(ordering: .acquiring) }

  /// Whether such reads get the defaults of the process: no test runner was registered, and no user interface
  /// has published anything.
  static var hasOnlyDefaults: Bool {
    if address == 0, IssueSinks.isEmpty { findOut() }
    let address = address
    guard address != 0 else { return false }
    return unsafeBitCast(address, to: Unmanaged<Frame>.self)._withUnsafeGuaranteedRef {
      $0.gate.pointee.load(ordering: .acquiring) == 0
    }
  }

  private static func findOut() {
    let bottom = DependencyRoot.process.bottom
    IssueSinks.ifEmpty { frame.store(bottom.address, ordering: .releasing) }
  }

  /// From now on a test may be what such reads belong to.
  static func close() { frame.store(0, ordering: .releasing) }
}
