import Dependence
import DependenceHarness

/// The recorded calls of a test, with which a test can check another implementation, such as a
/// fake.
///
/// A fake is useful only as long as it behaves like the implementation that it replaces. To check
/// this, a test can repeat every recorded call on the fake:
///
/// ```swift
/// let recording = Recording(named: "an umbrella is packed when it rains")
///
/// await recording.verify("WeatherClient.forecast", fake.forecast)
/// ```
public struct Recording: Sendable {
  private let file: RecordingFile
  /// The recorded calls, or the reason why they cannot be used.
  private let contents: Swift.Result<RecordingContents, RecordingProblem>

  /// Reads a recording. An issue is reported if the file is missing or cannot be read.
  ///
  /// - Parameters:
  ///   - name: The name of the recording. By default, recordings have the name of the test that
  ///     made them.
  ///   - filePath: The path of the source file of that test. The default is the file that contains
  ///     this call.
  public init(
    named name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let file = RecordingFile(named: name, beside: filePath)
    self.file = file
    contents = Swift.Result { () throws(RecordingProblem) in
      guard let contents = try file.load() else {
        throw RecordingProblem(
          "There is no recording at \(file.path). Record that test first."
        )
      }
      return contents
    }
    if case .failure(let problem) = contents { IssuePath.deliver(problem.message, at: site) }
  }

  /// Calls `implementation` with the arguments of every recorded call to an endpoint, in the
  /// recorded order, and compares the responses.
  ///
  /// All differences are reported as one issue with a table. It is also an issue if there are no
  /// recorded calls to the endpoint, because then nothing is compared. A stream is read to its end,
  /// or until it has more elements than the recorded stream.
  ///
  /// - Parameters:
  ///   - endpoint: The name of the endpoint in the recording, such as "WeatherClient.forecast".
  ///   - implementation: The closure to check, which may also be synchronous.
  public func verify<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ implementation: @Sendable @concurrent (repeat each Argument) async throws -> Result,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let contents: RecordingContents
    switch self.contents {
    case .success(let success): contents = success
    case .failure(let problem):
      // The initializer has reported this, too, but perhaps in another test.
      return IssuePath.deliver("Nothing was compared. \(problem.message)", at: site)
    }
    let calls = contents.calls.filter { $0.endpoint == endpoint }
    if calls.isEmpty {
      let endpoints = Set(contents.calls.map(\.endpoint)).sorted().joined(separator: ", ")
      let message = """
        The recording \(file.shortPath) has no call to \(endpoint), so nothing was compared. \
        \(endpoints.isEmpty ? "It has no calls at all." : "It has calls to \(endpoints).")
        """
      return IssuePath.deliver(message, at: site)
    }
    var table = DifferenceTable()
    for call in calls {
      do {
        var arguments = ArgumentDecoder(try call.argumentList())
        let values = (repeat try arguments.next(as: (each Argument).self))
        try arguments.end()
        let outcome = try await outcome(of: call) { try await implementation(repeat each values) }
        table.add(call.description, recorded: call.outcome, actual: outcome)
      } catch let error as UnrecordableType {
        table.add(call.description, problem: error.sentence)
      } catch {
        table.add(call.description, problem: "\(error)")
      }
    }
    let remedy =
      "Correct the implementation, or record the test again if the recording is out of date."
    if let message = table.message(remedy) { IssuePath.deliver(message, at: site) }
  }

  private func outcome<Result>(
    of call: RecordedCall,
    _ operation: () async throws -> Result
  ) async throws(UnrecordableType) -> RecordedOutcome {
    let result: Result
    do {
      result = try await operation()
    } catch {
      return .threw(RecordedFailure(error))
    }
    guard let stream = result as? any RecordableStream else {
      return .returned(try ValueCoding.encode(result))
    }
    var limit = Int.max
    if case .stream(let recorded) = call.outcome {
      // One more element than the recording has shows that a stream is too long.
      limit = recorded.elements.count + (recorded.end == .open ? 0 : 1)
    }
    return .stream(try await stream.collected(upTo: limit))
  }
}

extension RecordedCall {
  fileprivate func argumentList() throws -> [JSONText] {
    var list: [JSONText] = []
    var parser = JSONParser(Array(arguments.text.utf8))
    try parser.array { list.append(try $0.value()) }
    return list
  }
}

/// Decodes the arguments of a recorded call one after the other.
private struct ArgumentDecoder {
  private var list: ArraySlice<JSONText>
  private let count: Int

  init(_ list: [JSONText]) { (self.list, count) = (list[...], list.count) }

  mutating func next<Value>(as type: Value.Type) throws(UnrecordableType) -> Value {
    guard let json = list.popFirst() else { throw mismatch }
    return try ValueCoding.decode(json, as: type)
  }

  func end() throws(UnrecordableType) { if !list.isEmpty { throw mismatch } }

  private var mismatch: UnrecordableType {
    UnrecordableType(type: "the implementation", reason: "the recorded call has \(count) arguments")
  }
}

extension UnrecordableType {
  /// The problem as a clause for an error message, without a period.
  var sentence: String {
    reason.map { "\(type) does not fit the recording: \($0)" } ?? "\(type) is not Codable"
  }
}
