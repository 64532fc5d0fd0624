/// An option that changes the default behavior of a simulation.
///
/// ```swift
/// try await simulate(seed: 7, .time(.manual), .mainActor(.virtual)) { simulation in
///   await simulation.advance(by: .seconds(1))
/// }
/// ```
public struct SimulationOption: Sendable {
  /// A rule that determines when virtual time advances.
  public enum Time: Sendable, Hashable {
    /// The default rule, which is ``anytime`` in an exhaustive search and ``whenIdle`` otherwise. A
    /// replay follows the rule of the run that printed the replay token.
    case automatic
    /// Virtual time jumps to the next deadline whenever no task can run. If the only other thing
    /// that can happen is a cancellation by
    /// ``Simulation/cancellingAnywhere(fileID:filePath:line:column:operation:)`` or a simulated
    /// crash, the schedule chooses whether it comes before or after the jump.
    case whenIdle
    /// The schedule may choose to advance virtual time to the next deadline even while tasks are
    /// ready to run. This reveals failures that occur only if code is slow. If no task can run,
    /// time always advances.
    case anytime
    /// Only ``Simulation/advance(by:fileID:filePath:line:column:)`` advances virtual time.
    case manual
  }

  /// The thread that runs main-actor code.
  public enum MainActor: Sendable, Hashable {
    /// The real main thread, which does no other work while it runs the simulation. This is the
    /// default.
    case real
    /// The thread that is running the simulation. This is faster, but unsafe if tests that run in
    /// parallel share main-actor state.
    case virtual
  }

  let apply: @Sendable (inout SimulationOptions) -> Void

  /// Sets the rule that determines when virtual time advances.
  public static func time(_ time: Time) -> Self { Self { $0.time = time } }

  /// Sets the thread that runs main-actor code.
  public static func mainActor(_ executor: MainActor) -> Self { Self { $0.mainActor = executor } }

  /// Lets tasks wait for code that the simulation does not control, such as queues, threads and
  /// real I/O.
  ///
  /// When nothing else can run, the simulation waits for such code for up to `limit` of real time.
  /// Results that depend on such code are not deterministic. Without this option, an issue is
  /// reported if such code resumes a task, and a task that is waiting for it counts as deadlocked.
  public static func outsideWork(upTo limit: Duration) -> Self { Self { $0.outsideLimit = limit } }

  /// Allows tasks to outlive the simulation's body. Such tasks are always cancelled when the body
  /// returns, and a search tries only one order in which they end. Without this option, they are
  /// also reported as an issue.
  public static var leftoverTasks: Self { Self { $0.allowsLeftoverTasks = true } }

  /// Lets other tasks run at every `await` that may switch executors, even if the task stays on the
  /// same executor.
  ///
  /// A release build omits executor switches that would have no effect, so some schedules that are
  /// possible in a debug build cannot occur. The next change to the code may make these schedules
  /// possible again. With this option, a task that stays on its executor still lets other tasks run
  /// first.
  public static var yieldsAtEveryAwait: Self { Self { $0.yieldsAtEveryAwait = true } }

  /// Lets every step run to completion before another step begins.
  ///
  /// A step is the code of a task from one suspension to the next. On real threads, other tasks can
  /// run in the middle of a step. A simulation lets them run at scheduling points: where a step
  /// creates, resumes or cancels a task, uses a stream, checks for cancellation, or awaits a task,
  /// a child task or a continuation.
  ///
  /// This option removes the scheduling points. A search then has fewer schedules to try, but it
  /// misses failures that occur only if a task runs in the middle of another task's step. The
  /// result of the search mentions this limitation. When you replay a schedule that was found with
  /// this option, pass the option again.
  public static var nonpreemptive: Self { Self { $0.preemptsSteps = false } }

  /// The former name of ``nonpreemptive``.
  @available(*, deprecated, renamed: "nonpreemptive")
  public static var uninterruptedSteps: Self { nonpreemptive }

  /// Sets the number of steps after which a simulation is considered livelocked and fails. The
  /// default is 100,000, or 50,000 in a search. A limit below 1 is reported as an issue.
  public static func stepLimit(_ limit: Int) -> Self { Self { $0.stepLimit = limit } }
}

/// The settings that result from applying a simulation's options.
struct SimulationOptions: Sendable, Hashable {
  var time = SimulationOption.Time.automatic
  var mainActor = SimulationOption.MainActor.real
  /// The maximum real time that the simulation waits for code that it does not control, or `nil` if
  /// such code is not allowed.
  var outsideLimit: Duration?
  var allowsLeftoverTasks = false
  var yieldsAtEveryAwait = false
  var preemptsSteps = true
  /// A number that is mixed into every `hashValue` that simulated code reads. It is 0 except in
  /// runs that check whether the code depends on hash values.
  var hashSalt: UInt64 = 0
  /// Whether the simulation is one run of a search, which tries many schedules.
  var isPartOfSearch = false
  /// The limit set by ``SimulationOption/stepLimit(_:)``, or `nil` to use the default.
  var stepLimit: Int?

  /// The default step limit of a simulation that is not part of a search.
  static let usualStepLimit = 100_000

  private(set) var problems: [String] = []

  init(_ options: [SimulationOption] = []) {
    for option in options { option.apply(&self) }
    if let limit = stepLimit, limit < 1 {
      problems = [
        "The option .stepLimit(\(limit)) would allow no steps, so it was ignored. Pass at least 1."
      ]
      stepLimit = nil
    }
  }
}
