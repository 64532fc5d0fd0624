/// A small change to a source file, together with replacement code that contains both the original
/// and the changed version. An environment variable selects one of them at run time.
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
  /// The path of the source file, relative to the package folder.
  package let file: String
  package let line: Int
  package let column: Int
  /// The UTF-8 offsets of the code to replace. The range is empty if the mutation only inserts
  /// code.
  package let range: Range<Int>
  package let original: String
  /// The code that is executed instead of the original code while the mutant is active.
  package let mutated: String
  /// The unchanged code on the mutation's lines, before and after the mutation.
  let context: Context
  /// Code that contains both the original and the changed version. In it, ``placeholder`` stands
  /// for the condition that selects one of them.
  let template: String

  /// The text in ``template`` to replace with a call that checks whether the mutant is active.
  static let placeholder = "\u{1}"

  /// The unchanged parts of the lines that contain a mutation.
  struct Context: Sendable, Hashable, Codable {
    let before: String
    let after: String
  }

  /// A text that identifies the mutation by its file, kind and changed code, including the rest of
  /// the line. It does not contain the line number, so it stays valid when other lines are added or
  /// removed.
  package var fingerprint: String {
    let removed = original.isEmpty ? "" : "[-\(original)-]"
    let added = mutated.isEmpty ? "" : "{+\(mutated)+}"
    return "\(file) | \(kind.rawValue) | \(context.before)\(removed)\(added)\(context.after)"
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns code that executes the changed version if the mutant with the given number is active,
  /// and the original version otherwise.
  func replacement(number: Int) -> String {
    template.replacing(Self.placeholder, with: "\(Switch.function)(\(number))")
  }
}

/// The generated function that checks whether a mutant is active, and the environment variables
/// that control it.
enum Switch {
  static let function = "__isMutant"
  /// The environment variable that contains the number of the active mutant.
  static let variable = "MUTANT"
  /// The environment variable that contains the path of a file in which tests record the mutants
  /// that they reach. The file has one byte for each mutant, which is set when the mutant's code is
  /// executed.
  static let reachVariable = "MUTANTS_REACHED"
  /// The maximum number of mutants, which is also the size in bytes of the file in which tests
  /// record the mutants that they reach.
  static let capacity = 65_536

  /// The source code of a file that is added to every module, and that declares the function that
  /// checks whether a mutant is active.
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
