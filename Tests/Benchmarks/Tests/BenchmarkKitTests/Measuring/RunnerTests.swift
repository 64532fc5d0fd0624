import BenchmarkKit
import Dependence
import Testing

struct RunnerTests {
  private let effort = Effort(rounds: 3, round: .microseconds(10), headroom: 1, retries: 1)

  @Test func `the ratio of a row is relative to its floor`() async throws {
    let rows = [row("floor"), row("row", floor: "group: floor")]

    let figures = await run(rows)

    #expect(figures.map(\.name) == ["floor", "row"])
    let (floor, processor) = try (#require(figures[0].processor), #require(figures[1].processor))
    #expect(figures[0].ratio == nil)
    #expect(figures[1].ratio == processor / floor)
  }

  @Test func `an error of a row is recorded once`() async {
    let row = Benchmark("group", "row", iterations: 2) { run in
      run.check(run.measure { _ in 1 }, isEach: 7)
    }

    let figures = await run([row])

    #expect(figures[0].errors == ["the sum should be 14, and is 1"])
  }

  @Test func `a row that measures nothing is an error`() async {
    let figures = await run([Benchmark("group", "row", iterations: 1) { _ in }])

    #expect(figures[0].errors == ["nothing was measured"])
  }

  @Test func `allocations are counted per operation`() async {
    let meter = AllocationMeter(start: {}, stop: {}, blocks: { 12 }, liveBytes: { 0 })
    let row = Benchmark("group", "row", operations: 3, iterations: 2) { run in
      run.measure { _ in }
    }

    let figures = await run([row], meter: meter)

    #expect(figures[0].allocations == 2)
  }

  @Test func `a row that counts bytes runs once`() async {
    let asked = Lock(0)
    let row = Benchmark("group", bytesOf: "row") { _ in
      asked.withLock { $0 += 1 }
      return 8
    }

    let figures = await run([row])

    #expect(figures[0].bytes == 8)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test
  func `a row that is out of bounds is measured again together with its floor`() async {
    let counts = Lock<[String: Int]>([:])
    func row(_ name: String, floor: String? = nil) -> Benchmark {
      Benchmark("group", name, floor: floor, iterations: 1) { run in
        run.measure { _ in }
        counts.withLock { $0[name, default: 0] += 1 }
      }
    }
    let rows = [
      row("floor"), row("good", floor: "group: floor"), row("bad", floor: "group: floor"),
    ]

    _ = await run(
      rows,
      bounds: ["group: bad": Bounds(ratio: 0), "group: good": Bounds(ratio: 1e9)]
    )

    #expect(counts.withLock { $0 } == ["floor": 6, "good": 3, "bad": 6])
  }

  @Test func `an error is kept when its row is measured again`() async {
    let runs = Lock(0)
    let row = Benchmark("group", "row", floor: "group: floor", iterations: 1) { run in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      run.check(run.measure { _ in number }, isEach: number == 1 ? 7 : number)
    }

    let figures = await run([self.row("floor"), row], bounds: ["group: row": Bounds(ratio: 0)])

    #expect(figures[1].errors == ["the sum should be 7, and is 1"])
  }

  private func row(_ name: String, floor: String? = nil) -> Benchmark {
    Benchmark("group", name, floor: floor) { run in
      run.check(run.measure { total($0) { 2 } }, isEach: 2)
    }
  }

  private func run(
    _ rows: [Benchmark],
    bounds: [String: Bounds] = [:],
    meter: AllocationMeter? = nil
  ) async -> [Figures] {
    var runner = Runner(effort: effort, seed: 1, meter: meter)
    return await runner.run(rows, bounds: bounds) { _ in }
  }
}
