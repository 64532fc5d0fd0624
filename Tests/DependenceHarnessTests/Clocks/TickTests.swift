import Dependence
import DependenceHarness
import Testing

/// Tests that no tick of a loop or a timer is lost, regardless of the work that the loop does after
/// each tick and of the load of the machine.
struct TickTests {
  enum Work: CaseIterable, Sendable {
    case nothing, actor, child, group, mainActor

    func perform(on ticker: Ticker) async {
      switch self {
      case .nothing: break
      case .actor: await ticker.touch()
      case .child:
        async let child: Void = Task.yield()
        await child
      case .group:
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await Task.yield() } }
        }
      case .mainActor: await MainActor.run {}
      }
    }
  }

  actor Ticker {
    private(set) var ticks = 0
    func touch() {}
    func tick() { ticks += 1 }
  }

  @Test(arguments: Work.allCases)
  func `a loop that sleeps for one second ticks ten times in ten seconds`(work: Work) async {
    for _ in 0..<100 {
      let clock = TestClock()
      let ticker = Ticker()
      let loop = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          await ticker.tick()
          await work.perform(on: ticker)
        }
      }

      await clock.advance(by: .seconds(10), sleepers: 1)

      #expect(await ticker.ticks == 10)
      loop.cancel()
    }
  }

  @Test(arguments: Work.allCases)
  func `a timer with an interval of one second ticks ten times in ten seconds`(work: Work) async {
    for _ in 0..<100 {
      let clock = TestClock()
      let ticker = Ticker()
      let loop = Task {
        for await _ in clock.timer(interval: .seconds(1)) {
          await ticker.tick()
          await work.perform(on: ticker)
        }
      }

      await clock.advance(by: .seconds(10), sleepers: 1)

      #expect(await ticker.ticks == 10)
      loop.cancel()
    }
  }

  @Test func `two loops tick in the order of their deadlines`() async {
    let clock = TestClock()
    let log = Log()
    let loops = [2, 3].map { seconds in
      Task {
        while true {
          try await clock.sleep(for: .seconds(seconds))
          log.append("\(seconds)@\(clock.now.offset.components.seconds)")
        }
      }
    }

    await clock.advance(by: .seconds(10), sleepers: 2)

    #expect(
      log.entries.filter { $0 != "2@6" && $0 != "3@6" }
        == ["2@2", "3@3", "2@4", "2@8", "3@9", "2@10"]
    )
    #expect(log.entries.count == 8)
    for loop in loops { loop.cancel() }
  }
}
