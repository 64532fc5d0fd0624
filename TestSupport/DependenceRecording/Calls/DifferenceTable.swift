/// A text table of calls whose responses differ from the recorded ones, shown in an error message.
/// Each row shows the recorded and the actual response, or the reason that they could not be
/// compared.
struct DifferenceTable {
  private static let limit = 20
  /// The maximum length of a response in the table, in characters. Longer responses are truncated.
  private static let maximumWidth = 200

  private var rows: [String] = []
  private var count = 0

  /// Compares the actual response to a call with the recorded one, and adds a row to the table if
  /// they differ or if no response was recorded. The timing of stream elements is ignored.
  mutating func add(_ call: String, recorded: RecordedOutcome?, actual: RecordedOutcome) {
    count += 1
    guard let recorded else {
      return rows.append(
        "\(call)\n    recorded: nothing\n    now:      \(Self.excerpt(of: Self.text(actual)))"
      )
    }
    if recorded.isSameResponse(as: actual) { return }
    var (old, new) = (Self.text(recorded), Self.text(actual))
    // Texts that differ only in their Unicode normalization look the same, so escape their
    // non-ASCII characters.
    if old == new, !old.hasSameBytes(as: new) { (old, new) = (old.escaped, new.escaped) }
    let difference = zip(old, new).prefix { $0 == $1 }.count
    let excerpts = [old, new].map { Self.excerpt(of: $0, showing: difference) }
    rows.append("\(call)\n    recorded: \(excerpts[0])\n    now:      \(excerpts[1])")
  }

  /// Adds a row for a call whose responses could not be compared. `problem` describes the reason,
  /// for example that the call was still running when the test ended.
  mutating func add(_ call: String, problem: String) {
    count += 1
    rows.append("\(call)\n    now:      \(problem)")
  }

  /// Returns an error message that contains the table, or `nil` if the table has no rows because
  /// every call behaved as recorded.
  ///
  /// - Parameter remedy: Advice that is printed below the table.
  func message(_ remedy: String) -> String? {
    if rows.isEmpty { return nil }
    var lines = [
      "\(rows.count) of \(count) \(count == 1 ? "call" : "calls") \(rows.count == 1 ? "differs" : "differ") from the recording:"
    ]
    lines += rows.prefix(Self.limit).map { "  \($0)" }
    if rows.count > Self.limit { lines.append("  and \(rows.count - Self.limit) more") }
    return (lines + [remedy]).joined(separator: "\n")
  }

  private static func text(_ outcome: RecordedOutcome) -> String {
    switch outcome {
    case .returned(let value): "returned \(value.text)"
    case .threw(let failure): "threw \(failure.summary)"
    case .stream(let stream): stream.summary
    }
  }

  /// Returns the beginning of a long text, or the part around the character at index `difference`
  /// if the beginning does not contain it.
  private static func excerpt(of text: String, showing difference: Int = 0) -> String {
    let start = difference < maximumWidth ? 0 : difference - maximumWidth / 2
    let rest = text.dropFirst(start)
    let end = rest.count > maximumWidth ? " …" : ""
    return "\(start > 0 ? "… " : "")\(rest.prefix(maximumWidth))\(end)"
  }
}

extension String {
  /// A copy of the string in which all non-ASCII characters are escaped, as in `\u{00E9}`.
  var escaped: String {
    unicodeScalars.map { $0.isASCII ? "\($0)" : $0.escaped(asASCII: true) }.joined()
  }
}

extension RecordedOutcome {
  /// Returns `true` if this response equals `other`, ignoring the arrival times of stream elements.
  ///
  /// A stream that was not read to its end is considered equal to any stream that starts with the
  /// same elements.
  func isSameResponse(as other: RecordedOutcome) -> Bool {
    switch (self, other) {
    case (.returned(let value), .returned(let otherValue)): value == otherValue
    case (.threw(let failure), .threw(let otherFailure)): failure.isSame(as: otherFailure)
    case (.stream(let stream), .stream(let otherStream)): stream.isSame(as: otherStream)
    default: false
    }
  }
}

extension RecordedFailure {
  fileprivate var summary: String {
    // The description of an error that was recorded with its value is only the name of its type.
    symbol == nil ? "\(type): \(description)" : "\(type): \(value?.text ?? description)"
  }

  fileprivate func isSame(as other: RecordedFailure) -> Bool {
    if type != other.type { return false }
    // Compare the encoded errors if possible, because an error's description can contain a memory
    // address or differ between operating systems.
    if let value, let otherValue = other.value { return value == otherValue }
    return description.hasSameBytes(as: other.description)
  }
}

extension RecordedStream {
  fileprivate var summary: String {
    let values = elements.map(\.value.text).joined(separator: ", ")
    let end =
      switch end {
      case .finished: "finished"
      case .threw(let failure): "threw \(failure.summary)"
      case .open: "did not end"
      }
    return "a stream of \(values.isEmpty ? "no elements" : values), which \(end)"
  }

  fileprivate func isSame(as other: RecordedStream) -> Bool {
    let count = min(elements.count, other.elements.count)
    let (values, otherValues) = (elements.map(\.value), other.elements.map(\.value))
    guard values.prefix(count) == otherValues.prefix(count) else { return false }
    switch (end, other.end) {
    case (.open, .open): return true
    case (.open, _): return elements.count <= other.elements.count
    case (_, .open): return elements.count >= other.elements.count
    case (.threw(let failure), .threw(let otherFailure)):
      return values == otherValues && failure.isSame(as: otherFailure)
    default: return values == otherValues && end == other.end
    }
  }
}
