@testable import DependenceSimulation
import Testing

struct OriginTests {
  @Test func `a task says which function made it`() async throws {
    let outcome = await SimulatedRun(.fifo, SimulationOptions()) { _ in
      await Task {}.value
      await Task(name: "named") {}.value
      await Task.detached {}.value
      await Task.immediate { await Task.yield() }.value
      await withTaskGroup(of: Void.self) { $0.addTask {} }
      await withDiscardingTaskGroup { $0.addTask(name: "child") {} }
      async let child: Void = {}()
      await child
    }
    let tasks = outcome.record.participants.filter { $0.kind == .task }

    // This test compares only the ends of the names, because the child tasks of the groups are
    // created in a nested closure, unless it was inlined. The name of a nested closure begins with
    // "closure #1 in".
    let here = "closure #1 in OriginTests.`a task says which function made it`()"
    let isHere = tasks.map { $0.origin.map { $0.hasSuffix(here) } }
    #expect(isHere == [nil, true, true, true, true, true, true, nil])
    #expect(
      tasks.map(\.name) == ["body", nil, "named", nil, nil, nil, "child", "async let"]
    )
  }

  @Test(
    arguments: [
      ("Module.function() -> ()", "function()"),
      ("Module.Type.function(Swift.Int) async throws -> [Swift.String]", "Type.function(…)"),
      (
        "closure #1 () async -> () in closure #2 (inout Swift.TaskGroup<()>) async -> () in Module.f() -> ()",
        "closure #1 in closure #2 in f()"
      ),
      (
        "(1) await resume partial function for partial apply forwarder for closure #1 () async -> () in Module.f() -> ()",
        "closure #1 in f()"
      ),
      ("Module.(Room in _21594A8B).stay() async -> Swift.Bool", "Room.stay()"),
      (
        "Module.Suite.`a name in words (and more) -> that`() async -> ()",
        "Suite.`a name in words (and more) -> that`()"
      ),
      (
        "implicit closure #3 () -> () in variable initialization expression of static Module.Type.all : [Swift.Int]",
        "closure #3 in Type.all"
      ),
      ("generic specialization <Swift.Int> of Module.Box.open<A>(A) -> A", "Box.open<A>(…)"),
      ("generic specialization <Swift.Int> of open<A>(A) -> A", "open<A>(…)"),
      ("Module.load((Swift.Int) -> Swift.Bool) -> ()", "load(…)"),
      ("Module.Type.load() async throws(Module.Failure) -> ()", "Type.load()"),
      ("static Module.Type.... infix(Module.Type) -> Swift.Int", "Type.... infix(…)"),
      ("main", "main"),
    ]
  )
  func `a demangled name is made readable`(demangled: String, readable: String) {
    #expect(FunctionName(demangled).text == readable)
  }
}
