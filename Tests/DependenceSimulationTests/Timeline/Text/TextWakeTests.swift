@testable import DependenceSimulation
import Testing

struct TextWakeTests {
  @Test(arguments: [
    (from: 0, to: [1], drawn: "╮╰   "), (from: 0, to: [1, 3], drawn: "╮├│╰ "),
    (from: 4, to: [2], drawn: "  ╭│╯"), (from: 4, to: [0, 2], drawn: "╭│├│╯"),
    (from: 2, to: [0, 4], drawn: "╭│┤│╰"), (from: 2, to: [], drawn: "     "),
    (from: 2, to: [9], drawn: "     "), (from: 9, to: [1], drawn: "     "),
  ])
  func `a line connects a participant to those it wakes`(from: Int, to: [Int], drawn: String) {
    var script = RecordScript()
    for _ in 0..<9 { _ = script.make() }
    script.move(to: .zero, waking: [from])
    script.run(from, waking: to)
    var block = Timeline(script.record).blocks[0]
    block.woken = to

    // Participant 9 has no row in this drawing.
    let wake = TextWake(block, rows: [0, 1, 2, 3, 4])

    #expect((0..<5).map { wake.glyph(in: $0) ?? " " }.joined() == drawn)
  }
}
