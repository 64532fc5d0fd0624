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
/// chooses how many of them.
///
/// Create durable values in the operation that is simulated, so that each run starts with a new one. Outside a simulation,
/// nothing is lost.
public final class Durable<Value: Sendable>: Sendable {
  private struct State {
    var synced: Value
    /// The writes since the last call to ``Durable/sync()``.
    var unsynced: [Value] = []
  }

  private let state: Lock<State>

  /// Creates storage that contains a value, which no crash loses.
  public init(_ value: Value) { state = Lock(State(synced: value)) }

  /// The value that was written last, or the value that survived the last crash.
  public var value: Value {
    simulation_note_use(UInt32(simulation_uses_streams))
    return state.withLock { $0.unsynced.last ?? $0.synced }
  }

  /// Replaces the value, and then lets other tasks run or a crash happen.
  public func write(_ value: Value) async {
    await access { $0.unsynced.append(value) }
  }

  /// Makes all earlier writes survive a crash, and then lets other tasks run or a crash happen.
  public func sync() async {
    await access { state in
      state.synced = state.unsynced.last ?? state.synced
      state.unsynced = []
    }
  }

  private func access(_ change: (inout State) -> Void) async {
    let core = SimulationCore.current
    // Tasks that a crash has stopped run to their ends after the run, and must not change anything then.
    if core?.isRunningStoppedTask != true {
      // The search has to try all orders in which tasks use the storage. It knows such orders for streams.
      simulation_note_use(UInt32(simulation_uses_streams))
      core?.add(self)
      state.withLock { change(&$0) }
    }
    await Task.yield()
  }
}

/// Storage that may lose writes in a crash.
protocol CrashableStorage: AnyObject, Sendable {
  /// Keeps as many unsynchronised writes as the search chooses.
  func crash(in core: SimulationCore)
}

extension Durable: CrashableStorage {
  func crash(in core: SimulationCore) {
    let count = state.withLock { $0.unsynced.count }
    let lost = core.choose("unsynchronised writes of \(Self.self) that are lost", among: count + 1)
    {
      "\($0) of \(count)"
    }
    state.withLock { state in
      state.synced = state.unsynced.dropLast(lost).last ?? state.synced
      state.unsynced = []
    }
  }
}
