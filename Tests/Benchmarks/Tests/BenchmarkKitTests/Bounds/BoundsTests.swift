import BenchmarkKit
import Testing

struct BoundsTests {
  @Test func `a ratio may reach but not exceed its bound`() {
    let bounds = Bounds(ratio: 2)

    #expect(bounds.violations(of: figures { $0.ratio = 2 }, headroom: 1).isEmpty)
    #expect(
      bounds.violations(of: figures { $0.ratio = 2.5 }, headroom: 1)
        == ["group: row: 2.50 of \"group: floor\", bound ≤ 2"]
    )
  }

  @Test func `the headroom applies only to ratios`() {
    let bounds = Bounds(ratio: 2, allocations: .atMost(2), bytes: 2)
    let row = figures {
      $0.ratio = 3
      $0.allocations = 3
      $0.bytes = 3
    }

    #expect(
      bounds.violations(of: row, headroom: 2) == [
        "group: row: 3 allocations, bound ≤ 2",
        "group: row: 3 bytes, bound ≤ 2",
      ]
    )
  }

  @Test func `a missing ratio violates its bound`() {
    #expect(
      Bounds(ratio: 2).violations(of: figures { _ in }, headroom: 1)
        == ["group: row: no ratio, bound ≤ 2"]
    )
  }

  @Test func `figures that were not counted violate no bound`() {
    let bounds = Bounds(allocations: .exactly(0), bytes: 0)

    #expect(bounds.violations(of: figures { _ in }, headroom: 1).isEmpty)
  }

  @Test(arguments: [(0.999, true), (1, true), (1.004, true), (1.01, false), (0, false), (2, false)])
  func `an exact count tolerates a small fraction for rare allocations`(
    count: Double,
    isAllowed: Bool
  ) {
    let found = Bounds(allocations: .exactly(1))
      .violations(of: figures { $0.allocations = count }, headroom: 2)

    #expect(found.isEmpty == isAllowed)
  }

  private func figures(_ update: (inout Figures) -> Void) -> Figures {
    var figures = Figures(group: "group", name: "row")
    figures.floor = "group: floor"
    update(&figures)
    return figures
  }
}
