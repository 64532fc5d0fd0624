@testable import DependenceSimulation
import Dispatch
import Foundation

extension Escape {
  private static let patience = SimulationOption.outsideWork(upTo: .seconds(60))

  /// Work that a simulation cannot control and therefore counts.
  static let outside = [
    Escape(
      "a continuation that a thread resumes",
      patience,
      outsideResumptions: 1,
      sees: [.outside("thread"), .inside("after")]
    ) { witness in
      await withCheckedContinuation { continuation in
        witness.simulation.core.whenItWaits {
          witness.see("thread")
          continuation.resume()
        }
      }
      witness.see("after")
    },
    Escape(
      "a continuation that a queue resumes",
      patience,
      outsideResumptions: 1,
      sees: [.outside("queue"), .inside("after")]
    ) { witness in
      await withCheckedContinuation { continuation in
        witness.simulation.core.whenItWaits {
          DispatchQueue.global().async {
            witness.see("queue")
            continuation.resume()
          }
        }
      }
      witness.see("after")
    },
    Escape(
      "a task that a thread starts",
      patience,
      outsideResumptions: 1,
      sees: [.outside("task"), .inside("after")]
    ) { witness in
      await withCheckedContinuation { continuation in
        witness.simulation.core.whenItWaits {
          Task {
            witness.see("task")
            continuation.resume()
          }
        }
      }
      witness.see("after")
    },
    Escape(
      "a task with an executor of its own",
      patience,
      outsideResumptions: 1,
      sees: [.outside("task"), .inside("after")]
    ) { witness in
      await Task(executorPreference: ForeignExecutor(witness)) { witness.see("task") }.value
      witness.see("after")
    },
    Escape(
      "a task of the pool",
      patience,
      outsideResumptions: 1,
      sees: [.outside("task"), .outside("its task"), .inside("after")]
    ) { witness in
      let (signal, continuation) = AsyncStream<Void>.makeStream()
      witness.simulation.core.whenItWaits { continuation.finish() }
      await Task(executorPreference: globalConcurrentExecutor) {
        for await _ in signal {}
        witness.see("task")
        await Task { witness.see("its task") }.value
      }.value
      witness.see("after")
    },
    Escape(
      "a body that goes to another executor",
      patience,
      outsideResumptions: 1,
      sees: [.outside("there"), .inside("after")]
    ) { witness in
      await withTaskExecutorPreference(ForeignExecutor(witness)) {
        witness.see("there")
      }
      witness.see("after")
    },
    Escape(
      "an actor with an executor of its own",
      patience,
      outsideResumptions: 1,
      sees: [.inside("actor"), .inside("after")]
    ) { witness in
      await Guest(ForeignSerialExecutor(witness)).enter { witness.see("actor") }
      witness.see("after")
    },
    Escape(
      "a task that such an actor starts",
      patience,
      outsideResumptions: 2,
      sees: [.inside("task"), .inside("after")]
    ) { witness in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      await Guest(ForeignSerialExecutor(witness)).enter {
        Task {
          witness.see("task")
          continuation.finish()
        }
      }
      for await _ in stream {}
      witness.see("after")
    },
    Escape(
      "an actor whose executor runs jobs where they come",
      sees: [.inside("actor"), .inside("after")]
    ) { witness in
      await Guest(InlineExecutor()).enter { witness.see("actor") }
      witness.see("after")
    },
    Escape(
      "a sleep on an actor with an executor of its own",
      patience,
      outsideResumptions: 2,
      sees: [.inside("awake", .seconds(1)), .inside("after", .seconds(1))]
    ) { witness in
      try await GuestSleeper(witness).sleep { witness.see("awake") }
      witness.see("after")
    },
  ]

  private actor GuestSleeper {
    private let executor: ForeignSerialExecutor

    init(_ witness: Witness) {
      executor = ForeignSerialExecutor(witness)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func sleep(_ action: @Sendable () -> Void) async throws {
      try await Task.sleep(for: .seconds(1))
      action()
    }
  }
}
