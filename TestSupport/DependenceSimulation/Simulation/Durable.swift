import CSimulationRuntime
import Dependence

/// Storage that loses unsynchronised writes in a simulated crash, like a file on a disk.
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
/// A call to ``write(_:)`` changes ``value`` at once. If
/// ``Simulation/crashingAnywhere(fileID:filePath:line:column:operation:)`` simulates a crash,
/// everything written before the last ``sync()`` survives, and so does a prefix of the later
/// writes. The search chooses the length of that prefix. A crash affects only storage that the
/// crashing operation has written to.
///
/// Create durable values in the simulated operation so that each run starts with a new value.
/// Outside a simulation, nothing is lost.
public final class Durable<Value: Sendable>: Sendable {
  private struct State {
    var synced: Value
    /// The writes since the last call to ``Durable/sync()``. `task` is the number of the task that
    /// made the write, or `nil` if it is unknown.
    var unsynced: [(value: Value, task: Int32?)] = []

    /// Makes the unsynchronised writes permanent, except for the last `count` writes.
    ///
    /// - Returns: The values that the storage no longer needs.
    mutating func sync(losing count: Int = 0) -> [Value] {
      let old = unsynced.map { $0.value } + [synced]
      synced = unsynced.dropLast(count).last?.value ?? synced
      unsynced = []
      return old
    }
  }

  private let name: String
  private let state: Lock<State>

  /// Creates storage with an initial value, which no crash can lose.
  ///
  /// - Parameter name: The name in the steps of a failing run. The default is the type.
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

  /// Changes the state under its lock, and then yields.
  ///
  /// - Parameter change: Returns the values that the storage no longer needs. They are released
  ///   outside the lock because their deinitializers may run code of the test.
  private func access(_ change: (inout State) -> [Value]) async {
    let core = SimulationCore.current
    // Tasks that a crash has stopped run again after the run. They must not change the storage.
    if core?.isRunningStoppedTask != true {
      // The search must try every order in which tasks use this storage. Reporting each access as
      // the use of a stream achieves this, because the search already orders such uses.
      simulation_note_use(UInt32(simulation_uses_streams))
      core?.add(self)
      _ = state.withLock { change(&$0) }
    }
    await Task.yield()
  }
}

/// Storage that may lose writes in a simulated crash.
protocol CrashableStorage: AnyObject, Sendable {
  /// Loses the latest unsynchronised writes, as many as the search chooses, if a task that the
  /// crash stopped made any of the unsynchronised writes.
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
