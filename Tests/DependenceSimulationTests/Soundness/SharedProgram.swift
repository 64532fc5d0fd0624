import DependenceSimulation

/// A small concurrent program as data. Tasks interpret it on real threads or in a simulation.
///
/// Its tasks share state, and show their effects, only through actors, global actors, streams,
/// operations on other tasks, and drawers. A drawer is memory that a lock protects.
struct SharedProgram: Sendable, Hashable {
  struct Operation: Sendable, Hashable {
    /// The unique number of the operation, which its notes contain.
    var number: Int
    var kind: Kind
  }

  var operations: [Operation]
}

extension SharedProgram {
  /// The observable result of a run: the notes of each actor, of the main actor, of the custom
  /// global actor and of each drawer.
  struct Outcome: Sendable, Hashable {
    var boards: [[Int]]
    var desk: [Int]
    var archive: [Int]
    var drawers: [[Int]]
  }

  static let boardCount = 2
  static let gateCount = 2
  /// The number of streams that cannot fail. The first stream keeps all elements, the second the
  /// newest one, and the third the oldest one.
  static let plainStreamCount = 3
  /// The number of all streams. After the plain streams, there are two throwing streams. The first
  /// one keeps all elements, and the second one the newest one.
  static let streamCount = 5
  /// The first drawer has a `Mutex`, and the second one a lock of this library.
  static let drawerCount = 2

  /// The strongest pruning with which a complete search finds every outcome of the program.
  ///
  /// A simulation cannot observe the memory of a drawer. If tasks share a drawer, the search must
  /// not assume that they share only actors and streams.
  var pruning: Exploration.Pruning {
    operations.flatMap(\.all).contains(where: \.usesDrawer) ? .hops : .independentTasks
  }
}

extension SharedProgram: CustomStringConvertible {
  var description: String { Self.text(of: operations, indentation: "") }

  private static func text(of operations: [Operation], indentation: String) -> String {
    operations
      .map { operation in
        let name = String(describing: operation.replacing([[], []]).kind)
        let parts = operation.parts.map { text(of: $0, indentation: indentation + "  ") }
        return (["\(indentation)\(operation.number): \(name)"] + parts).joined(
          separator: "\n\(indentation)  ---\n"
        )
      }
      .joined(separator: "\n")
  }
}
