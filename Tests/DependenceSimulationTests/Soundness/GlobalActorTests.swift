import Dependence
import DependenceSimulation
import DependenceTesting
import Subprocesses
import Testing

/// Tests of searches of code on a global actor that the program declares. Its shared instance is
/// created once per process.
struct GlobalActorTests {
  private func run(_ probe: String, token: String? = nil) async throws -> Transcript {
    var environment = ["DEPENDENCE_GLOBAL_ACTORS": "1"]
    environment["DEPENDENCE_REPLAY"] = token
    return try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "GlobalActorProbes/\(probe)"],
      environment: environment
    )
  }

  @Test func `the first search of a process may create a global actor`() async throws {
    let transcript = try await run("passes")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("every order of the scheduling points"), "\(transcript)")
  }

  @Test func `a token replays a failure found in another process`() async throws {
    let found = try await run("fails")
    let token = try #require(found.output.firstMatch(of: /DEPENDENCE_REPLAY=(\S+)/)?.output.1)

    for _ in 1...3 {
      let replay = try await run("fails", token: String(token))
      #expect(replay.ending == .exit(1), "\(replay)")
      #expect(replay.contains("Expectation failed"), "\(replay)")
      #expect(!replay.contains("took different steps"), "\(replay)")
    }
  }

  // Uses a loop instead of arguments, because simulations that run concurrently must not share an
  // actor.
  @Test
  func `a pruned search finds every order of isolated deinits and other actor code`() async throws {
    for program in Self.programs {
      let all = try await outcomes(pruning: .none, .nonpreemptive, of: program)
      let whole = try await outcomes(.nonpreemptive, of: program)
      let pruned = try await outcomes(of: program)

      #expect(all.result.isComplete)
      #expect(whole.all == all.all)
      #expect(pruned.all.isSuperset(of: all.all))
      #expect(all.all.count > 1)
    }
  }

  private static let programs: [@Sendable @concurrent () async -> String] = [
    {
      let notes = Notes()
      let task = Task { await notes.addBoth("a", "b") }
      let other = Task { _ = Page(notes) }
      _ = await (task.value, other.value)
      return await notes.text
    },
    {
      let notes = Notes()
      async let first: Void = notes.add("a")
      async let second: Void = {
        _ = Page(notes)
        await notes.add("b")
      }()
      _ = await (first, second)
      return await notes.text
    },
    {
      let notes = Notes()
      let task = Task { @Ledger in
        notes.add("a")
        await Task.yield()
        notes.add("b")
      }
      let other = Task {
        _ = Page(notes)
        await Task.yield()
        _ = Page(notes)
      }
      _ = await (task.value, other.value)
      return await notes.text
    },
  ]
}

@globalActor private actor Ledger {
  static let shared = Ledger()
}

@Ledger private final class Notes {
  private(set) var lines: [String] = []

  nonisolated init() {}

  var text: String { lines.joined(separator: " ") }

  func add(_ line: String) { lines.append(line) }

  func addBoth(_ first: String, _ second: String) async {
    add(first)
    await Task.yield()
    add(second)
  }

  func addTwice(_ line: String) async {
    let before = lines
    await Task.yield()
    lines = before + [line]
  }
}

@Ledger private final class Page {
  private let notes: Notes

  nonisolated init(_ notes: Notes) { self.notes = notes }

  isolated deinit { notes.add("deinit") }
}

/// Searches that the tests above run in separate processes.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_GLOBAL_ACTORS") != nil))
struct GlobalActorProbes {
  @Test(.explore(.exhaustive())) func passes() async {
    let notes = Notes()
    async let first: Void = notes.add("first")
    // The first child has requested the actor, but has not joined its queue yet.
    await Task.yield()
    async let second: Void = notes.add("second")
    _ = await (first, second)
    #expect(await notes.lines.count == 2)
  }

  @Test(.explore(1_000)) func fails() async {
    let notes = Notes()
    async let first: Void = notes.addTwice("first")
    await Task.yield()
    async let second: Void = notes.addTwice("second")
    _ = await (first, second)
    #expect(await notes.lines.count == 2)
  }
}
