@testable import DependenceSimulation
import Testing

struct TimelineBandTests {
  @Test(arguments: ExampleRun.random)
  func `bands contain all blocks in order, spaced apart and within the width`(
    run: ExampleRun
  ) {
    let timeline = run.timeline
    let ruler = TimelineBand.Ruler(width: 60, pitch: 4, gap: 2, room: { $0.text.columns + 1 })

    let bands = TimelineBand.fold(timeline.blocks.indices, of: timeline, by: ruler)

    #expect(bands.flatMap(\.blocks) == Array(timeline.blocks.indices))
    for band in bands {
      #expect(band.width <= 60)
      #expect(band.offset(of: band.blocks.lowerBound) == 0)
      for block in band.blocks.dropFirst() {
        let distance = band.offset(of: block) - band.offset(of: block - 1)
        #expect(distance >= (timeline.isJump(block) ? 6 : 4))
      }
      #expect(band.width >= band.offset(of: band.blocks.upperBound - 1) + 4)
    }
  }

  @Test(arguments: ExampleRun.random)
  func `time labels do not overlap`(run: ExampleRun) {
    let timeline = run.timeline
    let ruler = TimelineBand.Ruler(width: 60, pitch: 4, gap: 2, room: { $0.text.columns + 1 })

    for band in TimelineBand.fold(timeline.blocks.indices, of: timeline, by: ruler) {
      let first = band.blocks.lowerBound
      let jumps = band.blocks.filter { $0 == first || timeline.isJump($0) }
      #expect(band.marks == jumps)
      let starts = band.marks.map(band.offset) + [band.width]
      for (mark, (start, end)) in zip(band.marks, zip(starts, starts.dropFirst())) {
        #expect(end - start >= ruler.room(timeline.blocks[mark].time))
      }
    }
  }

  @Test func `each band contains as many blocks as fit`() {
    var script = RecordScript()
    let task = script.make()
    script.run(0, waking: [task])
    for _ in 0..<10 {
      script.run(task, waking: [0])
      script.run(0, waking: [task])
    }
    let timeline = Timeline(script.record)
    let ruler = TimelineBand.Ruler(width: 40, pitch: 4, gap: 2, room: { _ in 4 })

    let bands = TimelineBand.fold(timeline.blocks.indices, of: timeline, by: ruler)

    #expect(bands.map(\.blocks) == [0..<10, 10..<20, 20..<21])
  }
}
