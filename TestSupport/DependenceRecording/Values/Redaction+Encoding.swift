extension Redaction {
  /// Encodes a result or stream element as JSON, and replaces the secrets in it.
  ///
  /// - Throws: ``UnrecordableType`` if the value cannot be encoded, or if a replay could not decode
  ///   it.
  func encode<Value>(_ value: Value, as _: Value.Type) throws(UnrecordableType) -> JSONText {
    let original = try ValueCoding.encode(value)
    let redacted = try redact(original)
    do {
      _ = try ValueCoding.decode(redacted, as: Value.self)
    } catch {
      throw error.explained(by: original, redacted)
    }
    return redacted
  }

  /// Converts an error to a form that can be stored in a recording, and replaces the secrets in it.
  ///
  /// - Throws: ``UnrecordableType`` if a replay could not throw the error.
  func encode<Failure: Error>(
    _ error: Failure,
    as _: Failure.Type
  ) throws(UnrecordableType) -> RecordedFailure {
    let original = RecordedFailure(error)
    let redacted = try redact(original)
    do {
      _ = try redacted.error(as: Failure.self)
    } catch {
      throw error.explained(by: original.value, redacted.value)
    }
    return redacted
  }

  /// Returns a copy of a recorded stream with the secrets in its elements and its final error
  /// replaced.
  func redact(_ stream: RecordedStream) throws(UnrecordableType) -> RecordedStream {
    var redacted = RecordedStream(end: stream.end)
    for element in stream.elements {
      redacted.elements.append(.init(delay: element.delay, value: try redact(element.value)))
    }
    if case .threw(let failure) = stream.end { redacted.end = .threw(try redact(failure)) }
    return redacted
  }

  /// Returns a copy of a recorded error with the secrets in its description and encoded value
  /// replaced.
  func redact(_ failure: RecordedFailure) throws(UnrecordableType) -> RecordedFailure {
    var value: JSONText?
    if let original = failure.value { value = try redact(original) }
    return RecordedFailure(
      type: failure.type,
      description: try redact(.string(failure.description)).string ?? Redaction.placeholder,
      symbol: failure.symbol,
      value: value
    )
  }
}

extension UnrecordableType {
  /// Returns a copy of this decoding error with the redacted JSON added to its reason, because
  /// redacting a string may have made the value undecodable. Returns the error unchanged if it has
  /// no reason, or if redaction has not changed the JSON.
  fileprivate func explained(by original: JSONText?, _ redacted: JSONText?) -> UnrecordableType {
    guard let reason, let redacted, original != redacted else { return self }
    return UnrecordableType(
      type: type,
      reason: "\(reason). The strings were redacted, which may be the cause: \(redacted.text)"
    )
  }
}
