import CSimulationRuntime
import Dependence

/// Storage that loses unsynchronised writes in a crash, as a file or a disk does.
///
/// ```swift
/// let balance = Durable(100)
/// await Simulation.crashingAnywhere {
///   await balance.write(80)
///   await balance.sync()
/// }
/// #expect([80, 100].contains(balance.value))
/// ```
///
/// ``write(_:)`` changes ``value`` at once. A crash that ``Simulation/crashingAnywhere(fileID:filePath:line:column:operation:)``
/// causes keeps everything that was written before the last ``sync()``, and a prefix of the writes after it. The search
/// chooses how many of them. A crash affects only storage to which an operation that crashes has written.
///
/// Create durable values in the operation that is simulated, so that each run starts with a new one. Outside a simulation,
/// nothing is lost.
public final class Durable<Value: Sendable>: Sendable {
  private struct State {
    var synced: Value
    /// The writes since the last call to ``Durable/sync()``, and the numbers of the tasks that made them.
    var unsynced: [(value: Value, task: Int32?)] = []

    /// Keeps the unsynchronised writes, except the last ones.
    ///
    /// - Returns: The values that are not needed any more.
    mutating func sync(losing count: Int = 0) -> [Value] {
      let old = unsynced.map { $0.value } + [synced]
      synced = unsynced.dropLast(count).last?.value ?? synced
      unsynced = []
      return old
    }
  }

  private let name: String
  private let state: Lock<State>

  /// Creates storage that contains a value, which no crash loses.
  ///
  /// - Parameter name: The text by which the steps of a failing run name the storage. By default, it is the type.
  public init(_ value: Value, name: String? = nil) {
    self.name = name ?? "\(Self.self)"
    state = Lock(State(synced: value))
  }

  /// The value that was written last, or the value that survived the last crash.
  public var value: Value {
    simulation_note_use(UInt32(simulation_uses_streams))
    return state.withLock { $0.unsynced.last?.value ?? $0.synced }
  }

  /// Replaces the value, and then lets other tasks run or a crash happen.
  public func write(_ value: Value) async {
    let task = SimulationCore.current?.currentTask
    await access { state in
      state.unsynced.append((value, task))
      return []
    }
  }

  /// Makes all earlier writes survive a crash, and then lets other tasks run or a crash happen.
  public func sync() async {
    await access { $0.sync() }
  }

  /// - Parameter change: Returns values that are not needed any more. They are released outside the lock, because that may run
  ///   code of the test.
  private func access(_ change: (inout State) -> [Value]) async {
    let core = SimulationCore.current
    // After the run, tasks that a crash has stopped must not change anything.
    if core?.isRunningStoppedTask != true {
      // The search has to try all orders in which tasks use the storage. It knows such orders for streams.
      simulation_note_use(UInt32(simulation_uses_streams))
      core?.add(self)
      _ = state.withLock { change(&$0) }
    }
    await Task.yield()
  }
}

/// Storage that may lose writes in a crash.
protocol CrashableStorage: AnyObject, Sendable {
  /// Keeps as many unsynchronised writes as the search chooses, if a task that has been stopped made one of them.
  func crash(in core: SimulationCore)
}

extension Durable: CrashableStorage {
  func crash(in core: SimulationCore) {
    simulation_note_use(UInt32(simulation_uses_streams))
    let writes = state.withLock { $0.unsynced.map { $0.task } }
    guard writes.contains(where: { $0.map(core.hasStopped) == true }) else { return }
    let lost = core.choose("lost writes of \(name)", among: writes.count + 1) {
      "\($0) of \(writes.count)"
    }
    _ = state.withLock { $0.sync(losing: lost) }
  }
}
