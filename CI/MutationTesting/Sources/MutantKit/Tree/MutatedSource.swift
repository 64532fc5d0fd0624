/// A source file that contains both the original code and mutants (small changes to the code). Each
/// mutant can be activated at run time.
struct MutatedSource {
  let text: String
  /// The lines that each mutant occupies in the mutated text, keyed by the mutant's number.
  let lines: [Int: ClosedRange<Int>]

  /// Creates a source file that contains `mutants`, which are keyed by number and must not overlap.
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

  /// Returns the numbers of the mutants that may have caused a compiler error on the given line:
  /// those on that line or, if there are none, all mutants in the file.
  func mutants(at line: Int) -> [Int] {
    let there = lines.filter { $0.value.contains(line) }.keys
    return Array(there.isEmpty ? lines.keys : there)
  }
}
