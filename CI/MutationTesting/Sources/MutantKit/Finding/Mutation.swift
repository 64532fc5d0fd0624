/// A small change of a source file, and code that contains both the original and the changed
/// version.
package struct Mutation: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case negatedCondition = "negated condition"
    case movedBoundary = "moved boundary"
    case swappedEquality = "swapped equality"
    case swappedConjunction = "swapped && and ||"
    case changedNumber = "changed number"
    case changedBoolean = "changed boolean"
    case changedCase = "changed case"
    case droppedNegation = "dropped !"
    case droppedStatement = "dropped statement"
    case droppedElement = "dropped element"
    case passedGuard = "passed guard"
    case earlyReturn = "early return"
  }

  package let kind: Kind
  /// The path of the file, relative to the folder of the package.
  package let file: String
  package let line: Int
  package let column: Int
  /// The UTF-8 offsets of the code that is replaced. The range is empty if code is only inserted.
  package let range: Range<Int>
  package let original: String
  /// The code that replaces the original when the mutant is active.
  package let mutated: String
  /// The code before and after the mutation in the same lines.
  let context: Context
  /// The code that contains both versions, with ``placeholder`` at the position of the switch.
  let scheme: String

  /// The text in ``scheme`` that is replaced by a check whether the mutant is active.
  static let placeholder = "\u{1}"

  /// The rest of the lines that contain a mutation.
  struct Context: Sendable, Hashable, Codable {
    let before: String
    let after: String
  }

  /// A text that identifies the mutation in all versions of the file: its lines with the change.
  package var fingerprint: String {
    let removed = original.isEmpty ? "" : "[-\(original)-]"
    let added = mutated.isEmpty ? "" : "{+\(mutated)+}"
    return "\(file) | \(kind.rawValue) | \(context.before)\(removed)\(added)\(context.after)"
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the code that contains both versions, with a switch for mutant `number`.
  func replacement(number: Int) -> String {
    scheme.replacing(Self.placeholder, with: "\(Switch.function)(\(number))")
  }
}

/// The switch that activates a mutant in a process.
enum Switch {
  static let function = "__isMutant"
  /// The environment variable that contains the number of the active mutant.
  static let variable = "MUTANT"
  /// The environment variable with the path of a file in which each reached mutant sets a byte.
  static let reachVariable = "MUTANTS_REACHED"
  /// The maximum number of mutants, which is the size of that file in bytes.
  static let capacity = 65_536

  /// The source file that is added to every module.
  static let source = """
    #if canImport(Glibc)
    internal import Glibc
    #elseif canImport(Musl)
    internal import Musl
    #else
    internal import Darwin
    #endif

    private let __alive: Int = getenv("\(variable)").flatMap { Int(String(cString: $0)) } ?? -1

    // A shared mapping, so that what a process reached is known also if it crashes.
    private nonisolated(unsafe) let __reached: UnsafeMutablePointer<UInt8>? = {
      guard let path = getenv("\(reachVariable)") else { return nil }
      let file = open(path, O_RDWR)
      guard file >= 0 else { return nil }
      let map = mmap(nil, \(capacity), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      return map == MAP_FAILED ? nil : map?.assumingMemoryBound(to: UInt8.self)
    }()

    /// True if mutant `number` is alive in this process.
    @usableFromInline nonisolated func \(function)(_ number: Int) -> Bool {
      if let __reached { __reached[number] = 1 }
      return number == __alive
    }

    """
}
