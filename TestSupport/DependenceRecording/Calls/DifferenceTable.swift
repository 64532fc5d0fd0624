/// The differences between recorded responses and others.
struct DifferenceTable {
  private static let limit = 20
  /// Longer texts do not fit on a line. Their ends are cut off.
  private static let maximumWidth = 200

  private var rows: [String] = []
  private var count = 0

  /// Adds a row if two responses differ. The delays between the elements of streams are not
  /// compared.
  mutating func add(_ call: String, recorded: RecordedOutcome?, actual: RecordedOutcome) {
    count += 1
    guard let recorded else {
      return rows.append("\(call)\n    recorded: nothing\n    now:      \(Self.text(actual))")
    }
    if recorded.isSameResponse(as: actual) { return }
    rows.append(
      "\(call)\n    recorded: \(Self.text(recorded))\n    now:      \(Self.text(actual))"
    )
  }

  /// Adds a row for a call that had no response when the test ended.
  mutating func addRunning(_ call: String) {
    count += 1
    rows.append("\(call)\n    now:      still running when the test ended")
  }

  /// Adds a row for a call that could not be made.
  mutating func add(_ call: String, problem: String) {
    count += 1
    rows.append("\(call)\n    now:      \(problem)")
  }

  /// The message about the differences, or `nil` if there are none.
  ///
  /// - Parameter remedy: The sentence after the table.
  func message(_ remedy: String) -> String? {
    if rows.isEmpty { return nil }
    var lines = [
      "\(rows.count) of \(count) \(count == 1 ? "call" : "calls") differ from the recording:"
    ]
    lines += rows.prefix(Self.limit).map { "  \($0)" }
    if rows.count > Self.limit { lines.append("  and \(rows.count - Self.limit) more") }
    return (lines + [remedy]).joined(separator: "\n")
  }

  private static func text(_ outcome: RecordedOutcome) -> String {
    let text =
      switch outcome {
      case .returned(let value): "returned \(value.text)"
      case .threw(let failure): "threw \(failure.summary)"
      case .stream(let stream): stream.summary
      }
    return text.count > maximumWidth ? "\(text.prefix(maximumWidth)) …" : text
  }
}

extension RecordedOutcome {
  /// Whether two responses are equal, except for the delays between the elements of streams.
  ///
  /// A stream that the consumer left early may be longer the next time.
  fileprivate func isSameResponse(as other: RecordedOutcome) -> Bool {
    switch (self, other) {
    case (.returned(let value), .returned(let otherValue)): value == otherValue
    case (.threw(let failure), .threw(let otherFailure)): failure.isSame(as: otherFailure)
    case (.stream(let stream), .stream(let otherStream)): stream.isSame(as: otherStream)
    default: false
    }
  }
}

extension RecordedFailure {
  fileprivate var summary: String { "\(type): \(description)" }

  fileprivate func isSame(as other: RecordedFailure) -> Bool {
    if type != other.type { return false }
    // Descriptions may contain addresses or texts of another system.
    if let value, let otherValue = other.value { return value == otherValue }
    return description == other.description
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
