import DependenceSimulation
import DependenceTesting
import Testing

/// Programs in which a task reads the state of other tasks, of its own group or of the simulation
/// without waiting for a task.
struct StateCheckSearchTests {
  private actor Board {
    private(set) var text = ""

    func note(_ line: String) { text += line }
  }

  @Test func `a task may be cancelled before or after another task checks that`() async throws {
    let found = try await outcomes {
      let board = Board()
      let task = Task { await board.note("t") }
      let cancelling = Task {
        await board.note("c")
        task.cancel()
      }
      let checking = Task { await board.note(task.isCancelled ? "y" : "n") }
      _ = await (task.value, cancelling.value, checking.value)
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["tcn", "tcy", "tnc", "ctn", "cty", "cnt", "cyt", "ntc", "nct"])
  }
}
