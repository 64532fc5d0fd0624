import CSimulationRuntime
import Dependence

/// Storage that, like a file on disk, can lose unsynchronized writes in a simulated crash.
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
/// A call to ``write(_:)`` changes ``value`` immediately. If
/// ``Simulation/crashingAnywhere(fileID:filePath:line:column:operation:)`` simulates a crash, all
/// writes before the last ``sync()`` survive. The later writes survive only up to a point that the
/// search chooses. A crash affects only storage that the crashing operation has written to since
/// the last ``sync()``.
///
/// Create durable values in the simulated operation so that each run starts with a new value.
/// Outside a simulation, nothing is lost.
public final class Durable<Value: Sendable>: Sendable {
  private struct State {
    var synced: Value
    /// The values written since the last call to ``Durable/sync()``, oldest first. `task` is the
    /// identifier of the task that wrote the value, or `nil` if the task is unknown.
    var unsynced: [(value: Value, task: Int32?)] = []

    /// Makes all unsynchronized writes permanent, except for the last `count`, which are lost.
    ///
    /// - Returns: The values that are no longer needed. The caller must release them outside the
    ///   lock, because their deinitializers may run test code.
    mutating func sync(losing count: Int = 0) -> [Value] {
      let old = unsynced.map { $0.value } + [synced]
      synced = unsynced.dropLast(count).last?.value ?? synced
      unsynced = []
      return old
    }
  }

  private let name: String
  private let state: Lock<State>

  /// Creates storage with an initial value that no crash can lose.
  ///
  /// - Parameter name: The storage's name in the list of steps that a failing test prints. The
  ///   default is the name of its type, such as `Durable<Int>`.
  public init(_ value: Value, name: String? = nil) {
    self.name = name ?? "\(Self.self)"
    state = Lock(State(synced: value))
  }

  /// The most recently written value or, after a crash, the most recent value that survived.
  public var value: Value {
    simulation_note_use(UInt32(simulation_uses_streams))
    return state.withLock { $0.unsynced.last?.value ?? $0.synced }
  }

  /// Replaces the value and then yields, so that another task can run or a crash can happen.
  public func write(_ value: Value) async {
    let task = SimulationCore.current?.currentTask
    await access { state in
      state.unsynced.append((value, task))
      return []
    }
  }

  /// Ensures that all earlier writes survive a crash. Yields before and after that, so that another
  /// task can run or a crash can happen.
  public func sync() async {
    // Yield first, so that a crash can happen between the code before this call and the
    // synchronization. Otherwise, a search would not find code that acknowledges a write before the
    // write is safe.
    await Task.yield()
    await access { $0.sync() }
  }

  /// Changes the state under its lock, and then yields to other tasks.
  ///
  /// - Parameter change: A closure that changes the state and returns the values that it replaced.
  ///   These values are released outside the lock because their deinitializers may run test code.
  private func access(_ change: (inout State) -> [Value]) async {
    let core = SimulationCore.current
    // After the simulated run, tasks stopped by a crash run to completion so that their memory can
    // be freed. Such a task must not change the storage, because it crashed before it reached this
    // code.
    if core?.isRunningStoppedTask != true {
      // Record each access to this storage as a use of a stream. The search tries every order in
      // which tasks use streams, and therefore every order of these accesses.
      simulation_note_use(UInt32(simulation_uses_streams))
      core?.add(self)
      // Outside a simulation, there are no simulated crashes, so no write can be lost and the earlier
      // values are not needed.
      _ = state.withLock { state in change(&state) + (core == nil ? state.sync() : []) }
    }
    await Task.yield()
  }
}

/// Storage that can lose its latest writes in a simulated crash.
protocol CrashableStorage: AnyObject, Sendable {
  /// Discards the latest unsynchronized writes. The search chooses how many, possibly none.
  ///
  /// Does nothing if none of these writes was made by a task that the crash stopped, because the
  /// crash does not affect the storage of other tasks.
  func crash(in core: SimulationCore)
}

extension Durable: CrashableStorage {
  func crash(in core: SimulationCore) {
    simulation_note_use(UInt32(simulation_uses_streams))
    let writes = state.withLock { $0.unsynced.map { $0.task } }
    guard writes.contains(where: { $0.map(core.wasStopped) == true }) else { return }
    let lost = core.choose("lost writes of \(name)", among: writes.count + 1) {
      "\($0) of \(writes.count)"
    }
    _ = state.withLock { $0.sync(losing: lost) }
  }
}
