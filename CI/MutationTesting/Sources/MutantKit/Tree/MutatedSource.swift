/// A source file in which some mutants can be switched on.
struct MutatedSource {
  let text: String
  /// The lines of the new text that contain each mutant.
  let lines: [Int: ClosedRange<Int>]

  /// - Parameter mutants: The mutations of this file by their numbers. They do not overlap.
  init(_ source: String, mutants: [Int: Mutation]) {
    let bytes = Array(source.utf8)
    var text = ""
    var lines: [Int: ClosedRange<Int>] = [:]
    var line = 1
    var position = 0
    func take(_ part: String) {
      text += part
      line += part.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    for (number, mutation) in mutants.sorted(by: {
      $0.value.range.lowerBound < $1.value.range.lowerBound
    }) {
      take(String(decoding: bytes[position..<mutation.range.lowerBound], as: UTF8.self))
      let first = line
      take(mutation.replacement(number: number))
      lines[number] = first...line
      position = mutation.range.upperBound
    }
    take(String(decoding: bytes[position...], as: UTF8.self))
    self.text = text
    self.lines = lines
  }

  /// Returns the mutants that may have caused an error in a line of the new text: the mutants in
  /// that line, or all mutants if it contains none.
  func mutants(at line: Int) -> [Int] {
    let there = lines.filter { $0.value.contains(line) }.keys
    return Array(there.isEmpty ? lines.keys : there)
  }
}
