/// Tasks for a machine that runs one step at a time, without real concurrency.
struct ToyProgram: Sendable, Hashable {
  enum Operation: Sendable, Hashable {
    /// Ends the step. The task remains runnable.
    case yield
    /// Reads a variable into the task's register.
    case load(Int)
    /// Writes the register plus a number into a variable.
    case store(Int, adding: Int)
    /// Skips the given number of operations unless the register has the given value.
    case only(if: Int, next: Int)
    /// Chooses a number below a limit, which becomes the value of the register.
    case choose(below: Int)
    /// Waits until an event has happened, or continues if it already has.
    case wait(Int)
    /// Triggers an event.
    case happen(Int)
    /// Sends a number to a stream, which records the number.
    case send(Int)
    /// Calls an actor, which records the number, and waits for it.
    case call(actor: Int, Int)
    /// Sends a number to an actor, which records it in a separate job.
    case post(actor: Int, Int)
    /// Continues on the main actor, which records the number.
    case main(Int)
    /// Starts one of the tasks that are not started initially.
    case spawn(Int)
    /// Sleeps for the given number of seconds.
    case sleep(Int)
  }

  var tasks: [[Operation]]
  /// The number of tasks that are started initially, or `nil` if all are.
  var started: Int?
  /// Whether the run ends with the first task.
  var endsWithFirst = false
}

/// The state at the end of a run.
struct ToyState: Sendable, Hashable {
  var variables: [Int: Int] = [:]
  /// The numbers that each actor has recorded, by step.
  var logs: [Int: [[Int]]] = [:]
  var mainLog: [Int] = []
  /// The numbers that the tasks have sent to the stream.
  var streamLog: [Int] = []
  var registers: [Int]
  /// The number of operations that each task has performed.
  var progress: [Int]
  var time = 0
}
