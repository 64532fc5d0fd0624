/// One small change of a source file, and how the changed and the original code stand side by side.
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
  /// The path of the file, from the folder of the package.
  package let file: String
  package let line: Int
  package let column: Int
  /// Offsets in UTF-8 of what is replaced; empty where something is inserted.
  package let range: Range<Int>
  package let original: String
  /// The code in place of the original when the mutant is alive.
  package let mutated: String
  /// The code of its lines before and after what is replaced.
  let context: Context
  /// The code that stands for both, with ``placeholder`` where the switch goes.
  let scheme: String

  /// Stands in ``scheme`` for the question whether the mutant is the one that is switched on.
  static let placeholder = "\u{1}"

  /// The rest of the lines that a mutation stands in.
  struct Context: Sendable, Hashable, Codable {
    let before: String
    let after: String
  }

  /// The mutation's identity across versions of the file: its lines, the change as in a diff by words.
  package var fingerprint: String {
    let removed = original.isEmpty ? "" : "[-\(original)-]"
    let added = mutated.isEmpty ? "" : "{+\(mutated)+}"
    return "\(file) | \(kind.rawValue) | \(context.before)\(removed)\(added)\(context.after)"
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The code of both, with a switch that asks for mutant `number`.
  func replacement(number: Int) -> String {
    scheme.replacing(Self.placeholder, with: "\(Switch.function)(\(number))")
  }
}

/// The switch that says which mutant is alive in a process.
enum Switch {
  static let function = "__isMutant"
  /// The environment variable that holds the number of the mutant that is alive.
  static let variable = "MUTANT"
  /// The environment variable that holds the file in which reached mutants have a byte that is set.
  static let reachVariable = "MUTANTS_REACHED"
  /// The most mutants that fit: the size of that file in bytes.
  static let capacity = 65_536

  /// The source file that every module with mutants gets.
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
