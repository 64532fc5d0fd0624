@testable import DependenceSimulation
import Testing

struct TaskWaitTests {
  @Test(arguments: [
    (TaskWait(), "waits for a continuation to be resumed"),
    (TaskWait(function: "f()"), "waits in f() for a continuation to be resumed"),
    (TaskWait(depth: 9), "waits for a continuation to be resumed"),
    (TaskWait(depth: 4, usedStream: true), "waits for a continuation to be resumed"),
    (
      TaskWait(function: "f()", depth: 5, usedStream: true),
      "waits in f() for a stream to yield an element or to finish"
    ),
    (
      TaskWait(function: "f()", deadline: .seconds(2)),
      "sleeps in f() until 2.0 seconds of virtual time, and nothing advances the time"
    ),
    (
      TaskWait(task: 3, children: [4], function: "f()", deadline: .seconds(2)),
      "waits in f() for task 3 to end"
    ),
    (
      TaskWait(children: [9, 8, 7, 6, 5]),
      "waits for these tasks of its group to end: task 5, task 6, task 7, task 8, task 9"
    ),
    (
      TaskWait(children: [9, 8, 7, 6, 5, 4], function: "f()", usedStream: true),
      """
      waits in f() for these tasks of its group to end: task 4, task 5, task 6, task 7, task 8 and 1 more
      """
    ),
  ])
  func `a wait is described with its cause, function and other tasks`(wait: TaskWait, words: String)
  {
    #expect(wait.description { "task \($0)" } == words)
  }
}
