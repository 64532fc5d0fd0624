/// A compact text encoding of a schedule, for replay tokens. It encodes the schedule's choices: the
/// index of the task that ran at each point where several tasks were ready. Zeros and small indices
/// are the most frequent choices, so they take the least space.
///
/// A number *n* encodes *n* zeros. A letter encodes one choice from 1 (`a`) to 26 (`z`). A number
/// between dots encodes one larger choice. For example, `12b.40.3a` encodes twelve zeros followed
/// by 2, 40, 0, 0, 0 and 1.
enum ChoiceText {
  /// The maximum number of choices in a text, so that a text with a very high number of zeros does
  /// not need all of the memory.
  static let limit = 1 << 24
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// A state machine that encodes one choice after another.
  struct Encoder: Sendable {
    /// The number of choices since the last one that was not 0.
    private var zeros = 0

    /// Returns the text of a choice, together with the zeros before it. Returns `nil` if the choice
    /// is 0, because its text depends on the number of zeros that follow.
    mutating func text(of choice: Int) -> String? {
      if choice == 0 {
        zeros += 1
        return nil
      }
      defer { zeros = 0 }
      let text = choice <= letters.count ? String(letters[choice - 1]) : ".\(choice)."
      return zeros > 0 ? "\(zeros)\(text)" : text
    }
  }

  static func text(of choices: [Int]) -> String {
    var encoder = Encoder()
    let text = choices.compactMap { encoder.text(of: $0) }.joined()
    // If all choices are 0, the text is `0`, because no part of a replay token may be empty.
    return text.isEmpty ? "0" : text
  }

  enum Flaw: Error { case invalid, tooLong }

  /// Returns the choices that `text` encodes.
  static func choices(in text: Substring) throws(Flaw) -> [Int] {
    var choices: [Int] = []
    var rest = text
    while let character = rest.first {
      if let letter = letters.firstIndex(of: character) {
        choices.append(letter + 1)
        rest.removeFirst()
      } else if character == "." {
        rest.removeFirst()
        guard let choice = rest.takeNumber(), rest.popFirst() == "." else { throw .invalid }
        choices.append(choice)
      } else {
        guard let zeros = rest.takeNumber() else { throw .invalid }
        guard zeros <= limit - choices.count else { throw .tooLong }
        choices += repeatElement(0, count: zeros)
      }
      if choices.count > limit { throw .tooLong }
    }
    return choices
  }
}

extension Substring {
  fileprivate mutating func takeNumber() -> Int? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    removeFirst(digits.count)
    return Int(digits)
  }
}
