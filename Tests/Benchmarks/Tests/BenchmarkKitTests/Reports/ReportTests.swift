import BenchmarkKit
import Testing

struct ReportTests {
  @Test func `the table aligns its columns and ends with the errors and violated bounds`() {
    #expect(
      report.table
        == """
        release, seed 1, 7 rounds

        floors    CPU ns  wall ns  ratio  bound  allocs  bound  bytes  bound
          a loop    0.50     0.50                     0

        reads     CPU ns  wall ns  ratio  bound  allocs  bound  bytes  bound
          by key    12.5     13.5     25    ≤ 2       1    = 0
          a root                                                  600  ≤ 512

        wrong: reads: by key: the sum should be 7, and is 8
        out of bounds: reads: by key: 25 of "floors: a loop", bound ≤ 4
        out of bounds: reads: by key: 1 allocation, bound = 0
        out of bounds: reads: a root: 600 bytes, bound ≤ 512

        """
    )
  }

  @Test func `the JSON report has its members in a fixed order`() {
    #expect(
      report.json == """
        {
          "build": "release", "seed": "1", "rounds": 7, "headroom": 2, "isGood": false,
          "rows": [
            {"group": "floors", "name": "a loop", "cpuNanoseconds": 0.5, "wallNanoseconds": 0.5, \
        "floor": null, "ratio": null, "ratioBound": null, "allocations": 0, "allocationsBound": null, \
        "bytes": null, "bytesBound": null, "outOfBounds": [], "wrong": []},
            {"group": "reads", "name": "by key", "cpuNanoseconds": 12.5, "wallNanoseconds": 13.5, \
        "floor": "floors: a loop", "ratio": 25, "ratioBound": 2, "allocations": 1, \
        "allocationsBound": "= 0", "bytes": null, "bytesBound": null, "outOfBounds": \
        ["reads: by key: 25 of \\"floors: a loop\\", bound ≤ 4", \
        "reads: by key: 1 allocation, bound = 0"], "wrong": ["the sum should be 7, and is 8"]},
            {"group": "reads", "name": "a root", "cpuNanoseconds": null, "wallNanoseconds": null, \
        "floor": null, "ratio": null, "ratioBound": null, "allocations": null, \
        "allocationsBound": null, "bytes": 600, "bytesBound": 512, "outOfBounds": \
        ["reads: a root: 600 bytes, bound ≤ 512"], "wrong": []}
          ]
        }

        """
    )
  }

  @Test func `a report is good if it has no errors and no violated bounds`() {
    let good = Report(build: "debug", seed: 1, effort: .full, figures: [], bounds: [:])

    #expect(good.isGood)
    #expect(!report.isGood)
  }

  @Test func `the table states if allocations are not counted`() {
    let report = Report(build: "debug", seed: 1, effort: .full, figures: [], bounds: [:])

    #expect(report.table.contains("allocations: not counted\n"))
  }

  private var report: Report {
    var floor = Figures(group: "floors", name: "a loop")
    floor.processor = 0.5
    floor.wall = 0.5
    floor.allocations = 0
    var key = Figures(group: "reads", name: "by key")
    key.floor = floor.id
    key.processor = 12.5
    key.wall = 13.5
    key.ratio = 25
    key.allocations = 1
    key.errors = ["the sum should be 7, and is 8"]
    var root = Figures(group: "reads", name: "a root")
    root.bytes = 600
    return Report(
      build: "release",
      seed: 1,
      effort: .quick,
      figures: [floor, key, root],
      bounds: [
        key.id: Bounds(ratio: 2, allocations: .exactly(0)),
        root.id: Bounds(bytes: 512),
      ]
    )
  }
}
