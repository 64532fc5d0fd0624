@testable import DependenceSimulation
import Testing

struct TimelineSVGTests {
  @Test(arguments: ExampleRun.random + [ExampleRun("empty", RunRecord())])
  func `a picture is valid XML with a tooltip on every block`(run: ExampleRun) throws {
    let document = try XMLTree(TimelineSVG().draw(run.record))

    let blocks = document.all("g") { $0.hasClass("block") && $0.hasChild("title") }
    #expect(blocks.count == run.timeline.blocks.count)
    #expect(document.all("g").allSatisfy { !$0.hasClass("label") || $0.hasChild("title") })
  }

  @Test(arguments: ExampleRun.random)
  func `blocks lie within the picture and do not overlap`(run: ExampleRun) throws {
    let document = try XMLTree(TimelineSVG().draw(run.record))

    let height = try #require(document.root["height"].flatMap { Int($0) })
    let boxes = document.all("g") { $0.hasClass("block") && $0.hasChild("title") }
      .map { $0.children.first { $0.name == "rect" }! }.map { rect in
        ["x", "y", "width", "height"].map { Int(rect[$0]!)! }
      }
    for box in boxes {
      #expect(box[0] > 0 && box[0] + box[2] < SVGPage.width)
      #expect(box[1] > 0 && box[1] + box[3] < height)
    }
    for end in document.all("g", where: { $0.hasClass("end") && $0.children.count == 3 }) {
      let x = try #require(end["transform"]?.firstMatch(of: /\d+/).flatMap { Int($0.output) })
      let text = end.children[2]
      let offset = try #require(text["x"].flatMap { Int($0) })
      #expect(x + offset + SVGText.width(of: text.text, size: 11) < SVGPage.width)
    }
    // The blocks go from left to right, and from band to band.
    for (before, after) in zip(boxes, boxes.dropFirst()) where after[0] > before[0] {
      #expect(after[0] >= before[0] + before[2] + SVGGrid.gutter)
    }
    #expect(Set(boxes.map { "\($0[0]) \($0[1])" }).count == boxes.count)
  }

  @Test(arguments: [
    "<b> & \"quotes\" 'single'", "👩‍👩‍👧‍👦 🏳️‍🌈", "]]>", "&amp;", "日本語", "-- <!-- x",
  ])
  func `a name is preserved in XML`(name: String) throws {
    var script = RecordScript()
    let task = script.make(.task, name, at: name)
    script.run(0, waking: [task])
    script.run(task)

    let document = try XMLTree(TimelineSVG().draw(script.record))

    let notes = document.all("title").map(\.text)
    #expect(notes.contains("task 1 \"\(name)\": step 2 at 0 s"))
    #expect(notes.contains("task 1 \"\(name)\", created at \(name)"))
  }

  @Test(arguments: [String(repeating: "W", count: 500), String(repeating: "i", count: 500)])
  func `a long name is shortened and stays left of the blocks`(name: String) throws {
    var script = RecordScript()
    let task = script.make(.task, name, at: name)
    script.run(0, waking: [task])
    script.run(task)

    let document = try XMLTree(TimelineSVG().draw(script.record))

    let blocks = document.all("g") { $0.hasClass("block") && $0.hasChild("title") }
    let left = blocks.flatMap(\.children).filter { $0.name == "rect" }
      .compactMap { $0["x"].flatMap { Int($0) } }.min()
    let start = try #require(left)
    for label in document.all("g", where: { $0.hasClass("label") }) {
      for text in label.children.filter({ $0.name == "text" }) {
        let x = try #require(text["x"].flatMap { Int($0) })
        let size = text.hasClass("origin") ? 10 : 12
        #expect(x + SVGText.width(of: text.text, size: size) <= start)
      }
    }
    #expect(
      document.all("text").contains { $0.text.hasPrefix("task 1 \"") && $0.text.contains("…") }
    )
  }

  @Test(arguments: ExampleRun.long)
  func `a long run is cut in the middle, and the file stays small`(run: ExampleRun) throws {
    let text = TimelineSVG().draw(run.record)

    let document = try XMLTree(text)
    let blocks = document.all("g") { $0.hasClass("block") && $0.hasChild("title") }
    #expect(blocks.count == SVGPage.mostBlocks)
    #expect(text.utf8.count < 1_000_000)
    let all = run.timeline.blocks
    let half = SVGPage.mostBlocks / 2
    let left = all[half].steps.lowerBound + 1...all[all.count - half - 1].steps.upperBound
    let note = "steps \(left.lowerBound) to \(left.upperBound) are left out"
    #expect(document.all("text").contains { $0.text == note })
  }

  /// Returns a run of two tasks that take turns, with the given number of blocks.
  private func run(blocks: Int) -> RunRecord {
    var script = RecordScript()
    let other = script.make()
    script.run(0, waking: [other])
    for number in 1..<blocks {
      let (runner, next) = number % 2 == 1 ? (other, 0) : (0, other)
      script.run(runner, waking: number == blocks - 1 ? [] : [next])
    }
    return script.record
  }

  @Test func `a picture omits the middle of a run that has too many blocks`() throws {
    let whole = try XMLTree(TimelineSVG().draw(run(blocks: SVGPage.mostBlocks)))
    let cut = try XMLTree(TimelineSVG().draw(run(blocks: SVGPage.mostBlocks + 1)))

    let notes = [whole, cut].map { $0.all("text") { $0.hasClass("middle") } }
    let omitted = "step \(SVGPage.mostBlocks / 2 + 1) is left out"
    #expect(notes.map { $0.map(\.text) } == [[], [omitted]])
    // The note is between two bands, where nothing else is drawn.
    let middle = try #require(notes[1].first?["y"].flatMap(Int.init))
    let panels = cut.all("rect") { $0.hasClass("panel") }
      .compactMap { panel in panel["y"].flatMap(Int.init) }
    #expect(panels.contains { $0 < middle } && panels.contains { $0 > middle })
  }

  @Test func `a title that is wider than the page is shortened`() throws {
    let titles = try [40, 400].map { count in
      var record = run(blocks: 2)
      record.failure = String(repeating: "a", count: count)
      let document = try XMLTree(TimelineSVG().draw(record))
      return document.all("text") { $0.hasClass("headline") }[0].text
    }

    #expect(titles[0] == String(repeating: "a", count: 40))
    #expect(titles[1].contains("…"))
  }

  @Test func `the dot is red for any failed run`() throws {
    var records = Array(repeating: run(blocks: 2), count: 3)
    records[1].failure = "It went wrong."
    records[2].ending = .deadlock

    let dots = try records.map { try XMLTree(TimelineSVG().draw($0)).all("circle")[0]["class"] }

    #expect(dots == ["dot returned", "dot stuck", "dot stuck"])
  }

  @Test func `a block shows all its step numbers if it has room`() throws {
    // The more blocks a run has, the narrower they are.
    var numbers: Set<String> = []
    for blocks in 2...40 {
      var record = run(blocks: blocks)
      let first = Step(participant: 0, candidates: [0], choice: 0)
      record.steps.insert(contentsOf: [first, first], at: 0)
      for index in record.steps.indices { record.steps[index].ending = .finished }

      let document = try XMLTree(TimelineSVG().draw(record))

      let block = document.all("g") { $0.hasClass("block") }[0].children
      let text = try #require(block.first { $0.name == "text" }?.text)
      let rect = try #require(block.first { $0.name == "rect" })
      let width = try #require(rect["width"].flatMap { Int($0) })
      let needed = SVGText.width(of: "1–3", size: 12)
      #expect(SVGText.width(of: text, size: 12) <= width)
      // The space beside the text may be up to ten pixels wide.
      if needed + 10 <= width { #expect(text == "1–3") }
      numbers.insert(text)
    }
    #expect(numbers == ["1", "1–3"])
  }

  @Test(arguments: [(5, ""), (6, " and 1 more")])
  func `a tooltip names five woken participants and counts the rest`(count: Int, rest: String)
    throws
  {
    var script = RecordScript()
    let others = (0..<count).map { _ in script.make() }
    script.run(0, waking: others, .finished)

    let notes = try XMLTree(TimelineSVG().draw(script.record)).all("title").map(\.text)

    #expect(notes.contains { $0.hasSuffix("\nwoke task 1, task 2, task 3, task 4, task 5\(rest)") })
  }

  @Test func `a tooltip shows the time, executor, turn and woken participants`() throws {
    var script = RecordScript()
    let first = script.make(.task, "first")
    let others = (0..<7).map { _ in script.make() }
    script.run(0, waking: [first, 0])
    script.move(to: .seconds(2))
    script.run(0, waking: others, .finished, on: .mainActor)
    script.run(first, .finished)

    let notes = try XMLTree(TimelineSVG().draw(script.record)).all("title").map(\.text)

    #expect(
      notes.contains(
        """
        body: step 2 at 2 s, on the main actor
        preempted task 1 "first", which was next in line; 2 could run
        woke task 2, task 3, task 4, task 5, task 6 and 2 more
        """
      )
    )
    #expect(notes.contains("task 1 \"first\": step 3 at 2 s\nwas next in line; 8 could run"))
  }

  @Test func `a job preempted by one of the same participant is not marked`() throws {
    let step = Step(participant: 0, candidates: [0, 0], choice: 1)
    let record = RunRecord(participants: [Participant(id: 0, kind: .task)], steps: [step])

    let document = try XMLTree(TimelineSVG().draw(record))

    // The only symbol is the one in the legend.
    #expect(document.all("path") { $0.hasClass("passed") }.count == 1)
    #expect(document.all("path") { $0.hasClass("overtook") }.count == 2)
    let note =
      "body: step 1 at 0 s\npreempted another of its jobs, which was next in line; 2 could run"
    #expect(document.all("title").contains { $0.text == note })
  }

  @Test func `a picture contains no script and no external resources`() throws {
    for run in ExampleRecords.all {
      let text = TimelineSVG().draw(run.record)

      #expect(!text.contains("<script") && !text.contains("href") && !text.contains("url("))
      #expect(!text.contains("@import") && !text.contains("@font-face"))
      #expect(text.contains("@media (prefers-color-scheme: dark)"))
    }
  }

  @Test func `a picture contains one symbol for each choice, wake-up and end`() throws {
    let lostUpdate = try XMLTree(TimelineSVG().draw(ExampleRecords.lostUpdate))
    let deadlock = try XMLTree(TimelineSVG().draw(ExampleRecords.deadlock))

    // The legend contains one more symbol of each kind.
    #expect(lostUpdate.all("path") { $0.hasClass("overtook") }.count == 2 + 1)
    #expect(lostUpdate.all("path") { $0.hasClass("passed") }.count == 2 + 1)
    #expect(lostUpdate.all("path") { $0.hasClass("choice") }.count == 6 + 1)
    #expect(lostUpdate.all("circle") { $0.hasClass("done") }.count == 3 + 1)
    #expect(lostUpdate.all("path") { $0.hasClass("wake") }.count == 10)
    #expect(deadlock.all("path") { $0.hasClass("jump") }.count == 1 + 1)
    #expect(deadlock.all("g") { $0.hasClass("stuck") }.count == 3 + 1)
  }
}
