@testable import DependenceSimulation
import Testing

struct TaskWaitTests {
  @Test(arguments: [
    (TaskWait(), "awaits a continuation, which somebody has to resume"),
    (TaskWait(function: "f()"), "awaits a continuation in f(), which somebody has to resume"),
    (TaskWait(depth: 9), "awaits a continuation, which somebody has to resume"),
    (TaskWait(depth: 4, usedStream: true), "awaits a continuation, which somebody has to resume"),
    (
      TaskWait(function: "f()", depth: 5, usedStream: true),
      "awaits the next element of a stream in f(), which somebody has to send or to end"
    ),
    (
      TaskWait(function: "f()", deadline: .seconds(2)),
      "sleeps until 2.0 seconds in f(), and nothing moves time"
    ),
    (
      TaskWait(task: 3, children: [4], function: "f()", deadline: .seconds(2)),
      "awaits the end of task 3 in f()"
    ),
    (
      TaskWait(children: [9, 8, 7, 6, 5]),
      "awaits its group, of which have not ended: task 5, task 6, task 7, task 8, task 9"
    ),
    (
      TaskWait(children: [9, 8, 7, 6, 5, 4], function: "f()", usedStream: true),
      """
      awaits its group in f(), of which have not ended: task 4, task 5, task 6, task 7, task 8 and 1 more
      """
    ),
  ])
  func `a wait says for what, where, and who has to end it`(wait: TaskWait, words: String) {
    #expect(wait.description { "task \($0)" } == words)
  }
}
