/// Tasks for a machine that runs one step at a time, without any concurrency of its own.
struct ToyProgram: Sendable, Hashable {
  enum Operation: Sendable, Hashable {
    /// Ends the step, able to go on at once.
    case yield
    /// Reads a variable into the task's register.
    case load(Int)
    /// Writes the register plus a number into a variable.
    case store(Int, adding: Int)
    /// Skips the next operations, so many, unless the register is a certain number.
    case only(if: Int, next: Int)
    /// Chooses a number below a limit, which becomes the value of the register.
    case choose(below: Int)
    /// Waits until an event has happened; goes on at once if it has.
    case wait(Int)
    /// Lets an event happen.
    case happen(Int)
    /// Calls an actor, which writes the number down, and waits for it.
    case call(actor: Int, Int)
    /// Sends an actor a number to write down, in a job of its own.
    case post(actor: Int, Int)
    /// Goes on on the main actor, which writes the number down.
    case main(Int)
    /// Starts one of the tasks that are not started at the beginning.
    case spawn(Int)
    /// Waits for so many seconds.
    case sleep(Int)
  }

  var tasks: [[Operation]]
  /// The number of tasks that are able to run at the beginning; nil if all are.
  var started: Int?
  /// True if the run ends with the first task.
  var endsWithFirst = false
}

/// The state that a run leaves.
struct ToyState: Sendable, Hashable {
  var variables: [Int: Int] = [:]
  /// The notes of each actor, step by step.
  var logs: [Int: [[Int]]] = [:]
  var mainLog: [Int] = []
  var registers: [Int]
  /// The number of operations that each task has done.
  var progress: [Int]
  var time = 0
}
