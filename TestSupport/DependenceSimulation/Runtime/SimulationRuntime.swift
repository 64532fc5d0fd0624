import CSimulationRuntime
import DependenceHarness

/// The connection to the Swift runtime.
enum SimulationRuntime {
  /// Connects, once per process. Nothing changes for code that belongs to no simulation.
  static func connect() { connection }

  private static let connection: Void = {
    let callbacks = simulation_callbacks(
      enqueued: { simulation, job in
        SimulationCore.at(simulation).enqueue(
          unsafeBitCast(job, to: UnownedJob.self),
          at: .pool
        )
      },
      created: { simulation, task, name, origin in
        SimulationCore.at(simulation).add(
          task: task,
          name: name.map { String(cString: $0) },
          origin: CodeAddress(origin)
        )
      }
    )
    simulation_install(callbacks, unsafeBitCast(PoolExecutor.self, to: UnsafeRawPointer.self))
    SimulatedWorlds.find {
      SimulationCore.current
    } outside: { body in
      let before = simulation_leave_all()
      body()
      simulation_leave(before)
    }
  }()
}

extension SimulationCore {
  /// The simulation that the running code belongs to.
  static var current: SimulationCore? {
    simulation_of_code().map { at($0.pointee.simulation) }
  }

  fileprivate static func at(_ pointer: UnsafeMutableRawPointer) -> SimulationCore {
    Unmanaged<SimulationCore>.fromOpaque(pointer).takeUnretainedValue()
  }
}
