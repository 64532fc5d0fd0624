/// How a simulation differs from the usual one.
///
/// ```swift
/// try await simulate(seed: 7, .time(.manual), .mainActor(.virtual)) { simulation in
///   await simulation.advance(by: .seconds(1))
/// }
/// ```
public struct SimulationOption: Sendable {
  /// What moves virtual time.
  public enum Time: Sendable, Hashable {
    /// Whenever nothing can run, time jumps to the next deadline. The default.
    case automatic
    /// Time stands still until ``Simulation/advance(by:fileID:filePath:line:column:)`` moves it.
    case manual
  }

  /// Where code of the main actor runs.
  public enum MainActor: Sendable, Hashable {
    /// On the real main thread: from its first job for the main actor on, the whole simulation runs there,
    /// and nothing else of the process does at the same time. The default.
    case real
    /// Wherever the simulation runs. Faster, and a mistake where tests that run in parallel share state of
    /// the main actor.
    case virtual
  }

  let apply: @Sendable (inout SimulationOptions) -> Void

  /// What moves virtual time.
  public static func time(_ time: Time) -> Self { Self { $0.time = time } }

  /// Where code of the main actor runs.
  public static func mainActor(_ place: MainActor) -> Self { Self { $0.mainActor = place } }

  /// Lets tasks wait for code that no simulation controls: queues, threads, real input and output.
  ///
  /// When nothing else can run, the simulation waits for it, up to `limit` of real time. What depends on it
  /// is not deterministic. By default there must be none: a task that such code resumes is an issue, and one
  /// that waits for it is a deadlock.
  public static func outsideWork(upTo limit: Duration) -> Self { Self { $0.outsideLimit = limit } }

  /// Lets tasks go on when the body returns: they are cancelled without an issue.
  public static var leftoverTasks: Self { Self { $0.allowsLeftoverTasks = true } }

  /// After how many steps a simulation has come to no end; a million by default. Less than one is an issue.
  public static func stepLimit(_ limit: Int) -> Self { Self { $0.stepLimit = limit } }
}

/// All options of a simulation.
struct SimulationOptions: Sendable, Hashable {
  var time = SimulationOption.Time.automatic
  var mainActor = SimulationOption.MainActor.real
  /// How long to wait for code outside, in real time; nil if there must be none.
  var outsideLimit: Duration?
  var allowsLeftoverTasks = false
  var stepLimit = 1_000_000

  /// What is wrong with them.
  private(set) var problems: [String] = []

  init(_ options: [SimulationOption] = []) {
    let usual = stepLimit
    for option in options { option.apply(&self) }
    if stepLimit < 1 {
      problems = [
        "The option .stepLimit(\(stepLimit)) would let nothing run, so it was ignored. Pass at least 1."
      ]
      stepLimit = usual
    }
  }
}
