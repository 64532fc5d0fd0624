import CSimulationRuntime
import Dependence
import DependenceHarness

enum SimulationRuntime {
  /// Installs the hooks that let simulations control the Swift runtime. Only the first call in a
  /// process has an effect. The hooks do not change the behavior of code outside simulations.
  static func connect() { connection }

  private static let connection: Void = {
    let callbacks = simulation_callbacks(
      enqueued: { simulation, job in
        SimulationCore.at(simulation).enqueue(unsafeBitCast(job, to: UnownedJob.self), at: .pool)
      },
      created: { simulation, task, name, origin in
        SimulationCore.at(simulation).add(
          task: task,
          name: name.map { String(cString: $0) },
          origin: CodeAddress(origin)
        )
      },
      created_actor: { simulation, actor in
        SimulationCore.at(simulation).state.withLock { $0.scheduler.addActor(at: actor) }
      },
      arrived: { simulation, task, actor in
        SimulationCore.at(simulation).enqueue(unsafeBitCast(task, to: UnownedJob.self), on: actor)
      },
      deinits: { simulation, actor in
        SimulationCore.at(simulation).state.withLock { $0.scheduler.noteDeinit(on: actor) }
      },
      reached_point: { simulation in SimulationCore.at(simulation).reachPoint() },
      observed: { simulation, event, object in
        SimulationCore.at(simulation).state.withLock { $0.scheduler.note(event, object) }
      },
      blocked: { simulation, lock in SimulationCore.at(simulation).waitForLock(lock) }
    )
    simulation_install(
      callbacks,
      unsafeBitCast(PoolExecutor.self, to: UnsafeRawPointer.self),
      System.threadStartAddress
    )
    simulation_learn_streams {
      let (_, source) = AsyncStream.makeStream(of: Int.self)
      source.yield(0)
    }
    simulation_watch_traps()
    SimulatedSources.connect {
      SimulationCore.current?.now
    } nextNumber: {
      SimulationCore.current?.nextRandomNumber()
    }
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
  static var current: SimulationCore? {
    simulation_of_code().map { at($0.pointee.simulation) }
  }

  fileprivate static func at(_ pointer: UnsafeMutableRawPointer) -> SimulationCore {
    Unmanaged<SimulationCore>.fromOpaque(pointer).takeUnretainedValue()
  }
}
