/// A call and its response, as stored in a recording.
struct RecordedCall: Sendable {
  let endpoint: String
  /// The call's arguments, encoded as a JSON array.
  let arguments: JSONText
  let outcome: RecordedOutcome

  /// The call's endpoint and arguments. Repeated calls with the same arguments have equal keys.
  var key: CallKey { CallKey(endpoint: endpoint, arguments: arguments) }

  /// The call in a form similar to Swift source code, such as `API.fetch("a")`, as shown in error
  /// messages.
  var description: String { Self.description(of: endpoint, arguments) }

  static func description(of endpoint: String, _ arguments: JSONText) -> String {
    endpoint + "(" + arguments.text.dropFirst().dropLast() + ")"
  }
}

/// A call's endpoint and arguments. Several calls can have the same key, in which case they are
/// distinguished by their order.
struct CallKey: Hashable, Sendable {
  let endpoint: String
  let arguments: JSONText
}

/// The response to a recorded call: a result, an error or a stream.
enum RecordedOutcome: Hashable, Sendable {
  case returned(JSONText)
  case threw(RecordedFailure)
  case stream(RecordedStream)
}

/// An error thrown by an endpoint, as stored in a recording.
struct RecordedFailure: Hashable, Sendable {
  /// The name of the error's type, including its module.
  let type: String
  let description: String
  /// The mangled name of the error's type, which the Swift runtime uses to find the type when the
  /// error is replayed. It is `nil` if the runtime cannot find the type by this name, or if the
  /// type is not `Codable`.
  var symbol: String?
  /// The error encoded as JSON, or `nil` if only its description is stored. For a `URLError`, the
  /// JSON value is the error code.
  var value: JSONText?
}

/// An asynchronous stream, as stored in a recording: its elements and how it ended.
struct RecordedStream: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    /// The time between the arrival of the previous element and that of this one, in milliseconds.
    /// For the first element, the delay is measured from the stream's creation.
    let delay: Int
    let value: JSONText
  }

  /// The end of a recorded stream: it finished, threw an error, or was not read to its end.
  enum End: Hashable, Sendable {
    case finished
    case threw(RecordedFailure)
    /// The end of the stream is unknown because the consumer stopped reading before reaching it.
    case open
  }

  var elements: [Element] = []
  var end = End.open
}

// MARK: - Writing

extension RecordedCall {
  var json: JSONText {
    var members = [("arguments", arguments), ("endpoint", .string(endpoint))]
    switch outcome {
    case .returned(let value): members.append(("returned", value))
    case .threw(let failure): members.append(("threw", failure.json))
    case .stream(let stream): members.append(("stream", stream.json))
    }
    return .object(members)
  }
}

extension RecordedFailure {
  fileprivate var json: JSONText {
    var members = [("description", JSONText.string(description)), ("type", .string(type))]
    if let symbol { members.append(("symbol", .string(symbol))) }
    if let value { members.append(("value", value)) }
    return .object(members)
  }
}

extension RecordedStream {
  fileprivate var json: JSONText {
    let elements = elements.map {
      JSONText.object([("milliseconds", JSONText("\($0.delay)")), ("value", $0.value)])
    }
    var members = [("elements", JSONText.array(elements))]
    switch end {
    case .finished: members.append(("end", .string("finished")))
    case .threw(let failure): members.append(("threw", failure.json))
    case .open: members.append(("end", .string("open")))
    }
    return .object(members)
  }
}

// MARK: - Reading

extension JSONParser {
  mutating func call() throws -> RecordedCall {
    let start = self
    var (endpoint, arguments, outcome): (String?, JSONText?, RecordedOutcome?)
    try object { key, parser in
      switch key {
      case "endpoint": endpoint = try parser.string()
      case "arguments": arguments = try parser.value()
      case "returned", "threw", "stream":
        if outcome != nil { throw parser.error("the call has more than one response") }
        outcome =
          switch key {
          case "returned": .returned(try parser.value())
          case "threw": .threw(try parser.failure())
          default: .stream(try parser.stream())
          }
      default: throw parser.error("the key \"\(key)\" of a call is not known")
      }
    }
    guard let endpoint else { throw start.error("a call has no \"endpoint\"") }
    guard let arguments, arguments.text.utf8.first == .leftBracket else {
      throw start.error("the call to \(endpoint) has no array of \"arguments\"")
    }
    guard let outcome else {
      throw start.error(
        "the call to \(endpoint) has neither \"returned\" nor \"threw\" nor \"stream\""
      )
    }
    return RecordedCall(endpoint: endpoint, arguments: arguments, outcome: outcome)
  }

  private mutating func failure() throws -> RecordedFailure {
    let start = self
    var (type, description, symbol, value): (String?, String?, String?, JSONText?)
    try object { key, parser in
      switch key {
      case "type": type = try parser.string()
      case "description": description = try parser.string()
      case "symbol": symbol = try parser.string()
      case "value": value = try parser.value()
      default: throw parser.error("the key \"\(key)\" of an error is not known")
      }
    }
    guard let type, let description else {
      throw start.error("an error has no \"type\" or no \"description\"")
    }
    return RecordedFailure(type: type, description: description, symbol: symbol, value: value)
  }

  private mutating func stream() throws -> RecordedStream {
    let start = self
    var (elements, end): ([RecordedStream.Element]?, RecordedStream.End?)
    try object { key, parser in
      switch key {
      case "elements":
        var found: [RecordedStream.Element] = []
        try parser.array { found.append(try $0.element()) }
        elements = found
      case "threw", "end":
        if end != nil { throw parser.error("the stream has more than one end") }
        end = key == "threw" ? .threw(try parser.failure()) : try parser.streamEnd()
      default: throw parser.error("the key \"\(key)\" of a stream is not known")
      }
    }
    guard let elements, let end else {
      throw start.error("a stream has no \"elements\", or neither \"end\" nor \"threw\"")
    }
    return RecordedStream(elements: elements, end: end)
  }

  private mutating func streamEnd() throws -> RecordedStream.End {
    let start = self
    switch try string() {
    case "finished": return .finished
    case "open": return .open
    default: throw start.error("the end of a stream is neither \"finished\" nor \"open\"")
    }
  }

  private mutating func element() throws -> RecordedStream.Element {
    let start = self
    var (delay, value): (Int?, JSONText?)
    try object { key, parser in
      switch key {
      case "milliseconds": delay = try parser.integer()
      case "value": value = try parser.value()
      default: throw parser.error("the key \"\(key)\" of an element is not known")
      }
    }
    guard let delay, let value else {
      throw start.error("an element of a stream has no \"milliseconds\" or no \"value\"")
    }
    return RecordedStream.Element(delay: delay, value: value)
  }
}
