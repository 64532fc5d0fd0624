/// A change to the defaults of a simulation.
///
/// ```swift
/// try await simulate(seed: 7, .time(.manual), .mainActor(.virtual)) { simulation in
///   await simulation.advance(by: .seconds(1))
/// }
/// ```
public struct SimulationOption: Sendable {
  /// The rule by which virtual time moves.
  public enum Time: Sendable, Hashable {
    /// The default: the same as ``anytime`` in an exhaustive search, and as ``whenIdle`` otherwise.
    case automatic
    /// Virtual time jumps to the next deadline whenever no task can run.
    case whenIdle
    /// The schedule chooses between running a task and moving time to the next deadline, because
    /// real code may take long. If no task can run, time moves.
    case anytime
    /// Only ``Simulation/advance(by:fileID:filePath:line:column:)`` moves virtual time.
    case manual
  }

  /// The thread on which code of the main actor runs.
  public enum MainActor: Sendable, Hashable {
    /// The real main thread. From its first job for the main actor on, the whole simulation runs on
    /// that thread, which does no other work of the process meanwhile. This is the default.
    case real
    /// Any thread on which the simulation runs. This is faster, but it is not safe if tests that
    /// run in parallel share state of the main actor.
    case virtual
  }

  let apply: @Sendable (inout SimulationOptions) -> Void

  /// Sets the rule by which virtual time moves.
  public static func time(_ time: Time) -> Self { Self { $0.time = time } }

  /// Sets the thread on which code of the main actor runs.
  public static func mainActor(_ executor: MainActor) -> Self { Self { $0.mainActor = executor } }

  /// Lets tasks wait for code that no simulation controls, such as queues, threads and real I/O.
  ///
  /// When nothing else can run, the simulation waits for such code, up to `limit` of real time.
  /// Results that depend on it are not deterministic. Without this option, a task that such code
  /// resumes is reported as an issue, and a task that waits for such code is reported as a
  /// deadlock.
  public static func outsideWork(upTo limit: Duration) -> Self { Self { $0.outsideLimit = limit } }

  /// Allows tasks that have not ended when the body returns. They are cancelled without an issue.
  public static var leftoverTasks: Self { Self { $0.allowsLeftoverTasks = true } }

  /// Lets other tasks run at every `await` that asks the runtime for an executor, even if the task
  /// does not change its executor.
  ///
  /// A release build omits executor switches that would have no effect. It then lacks some of the
  /// orders of a debug build, and the next change of the code may bring these orders back. With
  /// this option, a task that stays on its executor still lets other tasks run first.
  public static var turnsEverywhere: Self { Self { $0.turnsEverywhere = true } }

  /// Lets every step run to its end before another step begins.
  ///
  /// A step is the code of a task from one suspension to the next. On real threads, other tasks run
  /// in the middle of a step. A simulation lets them run at scheduling points: where a step creates
  /// or resumes a task, uses a stream, cancels a task or checks for cancellation, and where it
  /// awaits a task, a child task or a continuation.
  ///
  /// With this option, there are no such points. A search then has fewer schedules to try, but
  /// misses failures that occur only if a task runs in the middle of another task's step. Its
  /// result mentions this. Pass the option again when you replay a schedule that was found with it.
  public static var uninterruptedSteps: Self { Self { $0.interruptsSteps = false } }

  /// Sets the number of steps after which a simulation fails as a livelock. The default is 100,000,
  /// or 50,000 in a search. A limit below 1 is reported as an issue.
  public static func stepLimit(_ limit: Int) -> Self { Self { $0.stepLimit = limit } }
}

/// The values of all options of a simulation.
struct SimulationOptions: Sendable, Hashable {
  var time = SimulationOption.Time.automatic
  var mainActor = SimulationOption.MainActor.real
  /// The longest wait for code outside the simulation, in real time, or `nil` to allow no waits.
  var outsideLimit: Duration?
  var allowsLeftoverTasks = false
  var turnsEverywhere = false
  var interruptsSteps = true
  /// A number that changes all hash values. It is 0 except in runs that repeat an earlier run.
  var hashSalt: UInt64 = 0
  /// The limit that the option ``SimulationOption/stepLimit(_:)`` sets, or `nil` for the default.
  var stepLimit: Int?

  /// The step limit of a simulation that is not part of a search, if no option sets one.
  static let usualStepLimit = 100_000

  private(set) var problems: [String] = []

  init(_ options: [SimulationOption] = []) {
    for option in options { option.apply(&self) }
    if let limit = stepLimit, limit < 1 {
      problems = [
        "The option .stepLimit(\(limit)) would let nothing run, so it was ignored. Pass at least 1."
      ]
      stepLimit = nil
    }
  }
}
