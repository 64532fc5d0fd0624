import Synchronization

/// Prints one line of the trace of a program.
///
/// - Parameters:
///   - label: The code that resolves a dependency. Its name contains the numbers of the program and the dependency.
///   - text: The description of the resolved instance.
public func trace(_ label: String, _ text: String) { print("\(label) = \(text)") }

/// Serial numbers for the instances of each type.
///
/// Two reads that print the same number got the same instance, so that a trace shows the lifetime of each dependency.
public enum Serial {
  private static let counts = Mutex<[String: Int]>([:])

  /// Returns the number of instances of a type that have been made, including this one.
  public static func next(_ type: String) -> Int {
    counts.withLock { counts in
      counts[type, default: 0] += 1
      return counts[type, default: 0]
    }
  }
}
