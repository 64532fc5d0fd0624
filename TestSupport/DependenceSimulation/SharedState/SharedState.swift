import Dependence
import DependenceHarness

/// A detector for changes to dependency values and test arguments that several runs of a search
/// share. If a run changes such a value, later runs start from a different state, so the search
/// reports a problem.
///
/// If each run creates its own value, the value refers to different objects in each run. If two
/// runs share a value, such as a static property, the value refers to the same objects in both
/// runs. This type therefore looks for objects that occur in two runs, and compares their contents.
final class SharedState: Sendable {
  private struct Watched: Sendable {
    /// The name of the dependency, or `nil` for the arguments of the test.
    let name: String?
    /// The source text that accesses the dependency, such as `.clock`, or `nil` if the dependency
    /// has no key. An error message shows this text.
    let accessor: String?
    /// The dependency's value in the first run that used it. The value is retained until a second
    /// run is compared with the first one. Otherwise, a new object could get the address of one of
    /// the value's objects in the meantime.
    var first: Kept?
    /// The objects that `first` refers to, as they were when the first run began to use the
    /// dependency. After the comparison with a second run, the dictionary contains only the objects
    /// that both runs share.
    var nodes: [UInt: HeapGraph.Node]
    /// Whether `nodes` lacks some of the objects that `first` refers to.
    let isTruncated: Bool
    var isModified = false
  }

  /// A dependency's value in the first run that used it, together with that run's number.
  fileprivate struct Kept: @unchecked Sendable {
    // `@unchecked Sendable` because this object only holds the value of a dependency, and such
    // values are `Sendable`.
    let value: AnyObject
    let run: Int
  }

  /// A run of the search.
  final class Run: Sendable {
    let number: Int
    /// The values of earlier runs that this run has been compared with. They are released together
    /// with the values of this run. If they were released earlier, issues in their deinitializers
    /// would be attributed to the body of this run.
    fileprivate let compared = Lock<[Kept]>([])
    /// The number of overrides of each dependency that this run has set so far.
    fileprivate let overrideCounts = Lock<[ObjectIdentifier: Int]>([:])

    fileprivate init(_ number: Int) { self.number = number }

    /// Releases the values of earlier runs. Call this method when the run has ended.
    func releaseComparedValues() {
      let values = compared.withLock { compared in
        defer { compared = [] }
        return compared
      }
      withExtendedLifetime(values) {}
    }
  }

  /// The role of a value in a run. Values of different runs are compared if their roles are equal.
  private struct Role: Hashable, Sendable {
    /// The identity of the dependency's provider, or `nil` for the arguments of the test.
    let provider: ObjectIdentifier?
    /// For an override, the number of earlier overrides of the same dependency in the same run. A
    /// run can have several overrides of a dependency, because several traits may override it. For
    /// a default value, the property is `nil`. A run can have a default value and an override of
    /// the same dependency: if a trait assigns only a property of the dependency, the default value
    /// is computed first.
    var overrideIndex: Int?
  }

  private struct State: Sendable {
    /// The dependency values and test arguments to compare between runs.
    var watched: [Role: Watched] = [:]
    var types = ObjectTypes()
    var isTruncated = false
    var runs = 0
  }

  private let state = Lock(State())

  /// Begins a run of the search.
  func beginRun() -> Run {
    state.withLock { state in
      state.runs += 1
      return Run(state.runs)
    }
  }

  /// Looks for objects that a run shares with earlier runs. Examines the overrides of `scope`, the
  /// scope in which the run starts, and the values that were installed in place of default values,
  /// for example by `prepareDependencies`.
  func inspect(_ scope: Frame, in run: Run) {
    var seen: Set<AnyKeyRecord> = []
    for frame in sequence(first: scope, next: \.outer) {
      guard let record = frame.record, seen.insert(record).inserted else { continue }
      inspect({ frame.preparable }, of: record, isOverride: true, in: run)
    }
    for (record, value) in scope.root.preparedValues where !seen.contains(record) {
      inspect({ value }, of: record, isOverride: true, in: run)
    }
  }

  /// Looks for objects that a value shares with earlier runs. Call this method before the run can
  /// modify the value, so that changes by this run can be detected later.
  ///
  /// - Parameters:
  ///   - value: A closure that returns an object that holds the value of a dependency or the
  ///     arguments of the test. It is called only if the value must be inspected.
  ///   - provider: The provider of the dependency, or `nil` for the arguments of the test.
  ///   - isOverride: Whether the value overrides the dependency's default value.
  func inspect(
    _ value: () -> AnyObject?,
    of provider: DefaultProvider?,
    isOverride: Bool = false,
    in run: Run
  ) {
    var role = Role(provider: provider.map { ObjectIdentifier($0) })
    if isOverride, let id = role.provider {
      role.overrideIndex = run.overrideCounts.withLock { counts in
        defer { counts[id, default: 0] += 1 }
        return counts[id, default: 0]
      }
    }
    guard isOpen(role, run), let value = value() else { return }
    let kept = Kept(value: value, run: run.number)
    let compared = state.withLock { state -> Kept? in
      let graph = HeapGraph(referredToBy: kept.value, types: &state.types)
      guard var watched = state.watched[role] else {
        let accessor = (provider as? AnyKeyRecord)?.accessor
        state.watched[role] = Watched(
          name: provider?.name,
          accessor: accessor,
          first: kept,
          nodes: graph.nodes,
          isTruncated: graph.isTruncated
        )
        return nil
      }
      state.isTruncated = state.isTruncated || watched.isTruncated || graph.isTruncated
      let first = watched.first.take()
      // If the first run's default value has been released, its objects do not count as shared,
      // because new objects may now have the same addresses.
      if (first?.value as? Default)?.hasEnded == true { watched.nodes = [:] }
      watched.nodes = watched.nodes.filter { graph.nodes[$0.key]?.path == $0.value.path }
      watched.isModified = watched.nodes.contains { address, before in
        graph.nodes[address]?.isModified(since: before) ?? false
      }
      state.watched[role] = watched
      return first
    }
    if let compared { run.compared.withLock { $0.append(compared) } }
  }

  private func isOpen(_ role: Role, _ run: Run) -> Bool {
    state.withLock { state in
      guard let watched = state.watched[role] else { return true }
      return watched.first.map { $0.run != run.number } ?? false
    }
  }

  /// Whether a value that several runs used was too large to compare in full, so a change may have
  /// gone unnoticed.
  var isTruncated: Bool { state.withLock(\.isTruncated) }

  /// A message about the shared values that a run modified, or `nil` if there are none.
  var problem: String? {
    let modified = state.withLock { state -> [Watched] in
      for (role, var watched) in state.watched where watched.first == nil && !watched.isModified {
        watched.isModified = watched.nodes.contains { address, before in
          HeapGraph.node(at: address, types: &state.types)?.isModified(since: before) ?? false
        }
        state.watched[role] = watched
      }
      return state.watched.values.filter(\.isModified)
    }
    if modified.isEmpty { return nil }
    let names = Set(modified.compactMap(\.name)).sorted()
    guard let first = names.first else { return Self.problemOfArguments }
    let accessor = modified.first { $0.name == first }?.accessor ?? ".dependency"
    let values =
      names.count == 1 ? "the value of \(first)" : "the values of \(names.joined(separator: ", "))"
    return """
      The runs of this search share \(values), and a run modified \(names.count == 1 ? "it" : "them"). Other runs \
      therefore started from a different state, and the search proves nothing. Create a new value for each run in the \
      closure of the trait, as in .dependencies { $0\(accessor) = ... }, or in configureDependencies of the XCTest class.
      """
  }

  private static let problemOfArguments = """
    The runs of this search share the arguments of the test, and a run modified an object in them. Other runs therefore \
    started from a different state, and the search proves nothing. Create the object in the body of the test.
    """
}
