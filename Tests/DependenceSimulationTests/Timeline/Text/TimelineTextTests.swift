@testable import DependenceSimulation
import Testing

struct TimelineTextTests {
  @Test(arguments: ExampleRun.random, [80, 100])
  func `a drawing stays within its width and height`(run: ExampleRun, columns: Int) {
    for lines in [30, 60] {
      let text = TimelineText(columns: columns, lines: lines).draw(run.record)
      let drawn = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()

      #expect(drawn.count <= lines)
      #expect(drawn.allSatisfy { String($0).columns <= columns })
      #expect(drawn.allSatisfy { $0.last != " " })
    }
  }

  @Test(arguments: ExampleRun.long)
  func `a long run is cut in the middle and states the omitted steps`(run: ExampleRun) throws {
    let text = TimelineText().draw(run.record)

    let match = try #require(text.firstMatch(of: /… steps (\d+) to (\d+) are left out …/))
    let numbers = text.split(separator: "\n").filter { $0.hasPrefix("step ") }
      .flatMap { $0.matches(of: /\d+/).compactMap { Int($0.output) } }
    let (from, to) = (Int(match.1)!, Int(match.2)!)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    #expect(numbers.first == 1)
    #expect(numbers.contains(from - 1) && numbers.contains(to + 1))
    #expect(!numbers.contains { (from...to).contains($0) })
    // The symbols ‖ and ▸ mark the end of a row. Rows end only at the end of the run, so these
    // symbols do not occur before the omitted steps.
    #expect(!text[..<match.range.lowerBound].contains { "‖▸".contains($0) })
  }

  @Test func `a run without steps can be drawn`() {
    let text = TimelineText().draw(RunRecord())

    #expect(
      text == """
        The body ended at 0 s, after 0 steps.  No scheduling choices.

        ■ ran  ─ could run  · waited

        """
    )
  }

  @Test func `omitted rows and list entries are counted`() {
    let text = TimelineText(lines: 30).draw(ExampleRun.long[1].record)

    #expect(text.contains(/\n… and \d+ more\n/))
    #expect(text.contains("  … and 4996 more\n"))
  }

  @Test(arguments: ExampleRecords.all)
  func `every block, end and preemption of a short run is drawn`(run: ExampleRun) {
    let timeline = run.timeline

    let picture = TimelineText().draw(run.record).split(separator: "\n\n")[1]

    #expect(picture.count { "■▣◆◈".contains($0) } == timeline.blocks.count)
    #expect(picture.count { $0 == "◇" } == timeline.blocks.count(where: \.isPreempting))
    let jumps = timeline.blocks.indices.count(where: timeline.isJump)
    #expect(picture.split(separator: "\n").allSatisfy { $0.count { $0 == "┊" } == jumps })
    #expect(picture.count { $0 == "✓" } == timeline.rows.count { $0.end == .finished })
    #expect(picture.count { $0 == "‖" } == Timeline(run.record).suspended.count)
  }

  @Test func `the legend with all symbols fits on one line`() {
    var script = RecordScript()
    let first = script.make()
    let second = script.make()
    script.run(0, waking: [first, second])
    script.run(second, waking: [0], .finished, on: .mainActor)
    script.run(first)

    let text = TimelineText().draw(script.record)

    #expect(
      text.contains(
        """

        ■ ran  ▣ on the main actor  ◆◈ preempted ◇  ◇ was next  ╮╰ woke  ─▸ could run  ·‖ waited  \
        ✓ finished

        """
      )
    )
  }
}
