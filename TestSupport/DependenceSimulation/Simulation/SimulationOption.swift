/// A change to the defaults of a simulation.
///
/// ```swift
/// try await simulate(seed: 7, .time(.manual), .mainActor(.virtual)) { simulation in
///   await simulation.advance(by: .seconds(1))
/// }
/// ```
public struct SimulationOption: Sendable {
  /// The way in which virtual time moves.
  public enum Time: Sendable, Hashable {
    /// As ``anytime`` in an exhaustive search, as ``whenIdle`` otherwise. The default.
    case automatic
    /// Time jumps to the next deadline whenever nothing can run.
    case whenIdle
    /// The schedule decides whether somebody runs who could, or time passes up to the next deadline: code may take
    /// long. Without anybody who could run, time passes.
    case anytime
    /// Time stands still until ``Simulation/advance(by:fileID:filePath:line:column:)`` moves it.
    case manual
  }

  /// The place where code of the main actor runs.
  public enum MainActor: Sendable, Hashable {
    /// On the real main thread: from its first job for the main actor on, the whole simulation runs there,
    /// and nothing else of the process does at the same time. The default.
    case real
    /// On any thread on which the simulation runs. Faster, and a mistake where tests that run in
    /// parallel share state of the main actor.
    case virtual
  }

  let apply: @Sendable (inout SimulationOptions) -> Void

  /// Sets the way in which virtual time moves.
  public static func time(_ time: Time) -> Self { Self { $0.time = time } }

  /// Sets the place where code of the main actor runs.
  public static func mainActor(_ place: MainActor) -> Self { Self { $0.mainActor = place } }

  /// Lets tasks wait for code that no simulation controls: queues, threads, real input and output.
  ///
  /// When nothing else can run, the simulation waits for it, up to `limit` of real time. What depends on it
  /// is not deterministic. By default there must be none: a task that such code resumes is an issue, and one
  /// that waits for it is a deadlock.
  public static func outsideWork(upTo limit: Duration) -> Self { Self { $0.outsideLimit = limit } }

  /// Lets tasks go on when the body returns: they are cancelled without an issue.
  public static var leftoverTasks: Self { Self { $0.allowsLeftoverTasks = true } }

  /// Makes a turn of every `await` that asks the runtime where to go on, also where the answer is: here.
  ///
  /// A release build leaves out turns in which nothing would happen, and with them orders that a debug build has
  /// and the next change may bring back. With this option a task that stays where it is lets others go first.
  public static var turnsEverywhere: Self { Self { $0.turnsEverywhere = true } }

  /// Lets every step run to its end before another one begins.
  ///
  /// A step is the code of a task from one suspension to the next. On real threads, other tasks run in the middle of it.
  /// A simulation lets them do so at scheduling points: where a step creates a task, resumes one, uses a stream, cancels a
  /// task or reads whether one is cancelled, and where it awaits a task, a child or a continuation.
  ///
  /// With this option there are no such points. A search then has fewer schedules to try, and misses what goes wrong only
  /// when a task runs in the middle of another one's step. Its result says so. Pass the option when you replay a schedule
  /// that was found with it, too.
  public static var uninterruptedSteps: Self { Self { $0.interruptsSteps = false } }

  /// After how many steps a simulation has come to no end: by default a hundred thousand, and fifty thousand in a search.
  /// Less than one is an issue.
  public static func stepLimit(_ limit: Int) -> Self { Self { $0.stepLimit = limit } }
}

/// All options of a simulation.
struct SimulationOptions: Sendable, Hashable {
  var time = SimulationOption.Time.automatic
  var mainActor = SimulationOption.MainActor.real
  /// The longest wait for code outside, in real time; nil if there must be none.
  var outsideLimit: Duration?
  var allowsLeftoverTasks = false
  var turnsEverywhere = false
  var interruptsSteps = true
  /// The number with which hash values are combined: not 0 in a run that repeats another one.
  var hashSalt: UInt64 = 0
  /// The limit that was asked for; nil if none was.
  var stepLimit: Int?

  /// After how many steps a simulation has come to no end, if nobody says otherwise.
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
