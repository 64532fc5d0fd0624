import Dependence
@testable import DependenceSimulation
import Testing

struct SearchProgressTests {
  private let start = ContinuousClock.now
  private let site = SourceSite(
    fileID: "Module/File.swift",
    filePath: "/File.swift",
    line: 7,
    column: 3
  )

  @Test func `progress is shown during long searches, but not for every schedule`() {
    var progress = SearchProgress(site, of: .random(90), from: start)

    let shown = [100, 500, 5_000, 5_010, 10_000, 10_010].enumerated()
      .map { progress.show($0.offset, at: start.advanced(by: .milliseconds($0.element))) }

    func text(_ explored: Int) -> String {
      "\r\u{1B}[Kexploring \(site): \(explored) of 90 schedules"
    }
    #expect(shown == [nil, nil, text(2), nil, text(4), nil])
  }

  @Test func `progress is erased at the end if it was shown`() {
    var progress = SearchProgress(site, of: .exhaustive(limit: 5), from: start)
    #expect(progress.show(1, at: start) == nil)
    #expect(progress.ending.isEmpty)

    let shown = progress.show(2, at: start.advanced(by: .seconds(3)))

    #expect(shown?.hasSuffix(": 2 of 5 schedules") == true)
    #expect(progress.ending == "\r\u{1B}[K")
  }
}
