import Dependence
import DependenceHarness

/// A test's recorded calls, which another test can repeat on a different implementation, such as a
/// fake.
///
/// A fake is useful only as long as it behaves like the implementation it replaces. To check this,
/// a test can repeat every recorded call on the fake:
///
/// ```swift
/// let recording = Recording(named: "an umbrella is packed when it rains")
///
/// await recording.verify("WeatherClient.forecast", fake.forecast)
/// ```
public struct Recording: Sendable {
  private let file: RecordingFile
  private let redaction: Redaction
  /// The recorded calls, or an error that describes why the recording cannot be used.
  private let contents: Swift.Result<RecordingContents, RecordingProblem>
  private let audit: RecordingAudit
  /// The total time that the process may be idle while a stream that the implementation has
  /// returned is read.
  var patience = Duration.seconds(10)

  /// Reads a test's recording from its file. Reports an issue if the file is missing or cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - name: The recording's name. By default, a recording has the name of the test that recorded
  ///     it.
  ///   - redacting: The closure that was passed to the recorder as `redacting:`. It is applied to
  ///     the implementation's responses before they are compared with the recorded responses, which
  ///     the same closure redacted. The values of `Authorization`, `Proxy-Authorization`, `Cookie`
  ///     and `Set-Cookie` are always replaced.
  ///   - filePath: The path of the source file whose test recorded the calls. The default is the
  ///     current file.
  public init(
    named name: String,
    redacting: (@Sendable (_ name: String, _ value: String) -> String)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let file = RecordingFile(named: name, beside: filePath)
    self.file = file
    redaction = Redaction(redacting)
    contents = Swift.Result { () throws(RecordingProblem) in
      guard let contents = try file.load() else {
        throw RecordingProblem(
          "There is no recording at \(file.path). Record that test first."
        )
      }
      return contents
    }
    audit = RecordingAudit(of: file, at: site)
    switch contents {
    case .success: Frame.current.root.add(audit)
    case .failure(let problem): IssuePath.deliver(problem.message, at: site)
    }
  }

  /// Calls `implementation` with the arguments of every recorded call to an endpoint, in the
  /// recorded order, and compares its responses with the recorded ones. The arguments come from the
  /// file, so they may be redacted.
  ///
  /// All differences are listed in a single issue. If the recording has no calls to the endpoint,
  /// an issue is also reported, because nothing was compared. If a response is a stream, it is read
  /// until it ends or has returned one more element than was recorded. If the recorded stream was
  /// not read to its end, the additional element is not read. If the process is idle for 10 seconds
  /// in total while a stream is read, the call is listed as a difference.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint's name in the recording, such as "WeatherClient.forecast".
  ///   - implementation: The closure to check. It may also be synchronous.
  public func verify<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ implementation: @Sendable @concurrent (repeat each Argument) async throws -> Result,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await CallsInProgress.track("verify", at: site) {
      await verify(endpoint, implementation, at: site)
    }
  }

  private func verify<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ implementation: @Sendable @concurrent (repeat each Argument) async throws -> Result,
    at site: SourceSite
  ) async {
    audit.noteVerification()
    let contents: RecordingContents
    switch self.contents {
    case .success(let success): contents = success
    case .failure(let problem):
      // The initializer has already reported the problem, but possibly in a different test. Report
      // it again, because the test that calls `verify` must not pass without a comparison.
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
      return .threw(try redaction.redact(RecordedFailure(error)))
    }
    guard let stream = result as? any RecordableStream else {
      return .returned(try redaction.redact(try ValueCoding.encode(result)))
    }
    // If the recorded call did not return a stream but the implementation does, the two responses
    // differ regardless of the stream's elements, so read none of them.
    var limit = 0
    if case .stream(let recorded) = call.outcome {
      // Reading one more element than was recorded is enough to detect a stream that is too long.
      // If the recorded stream was not read to its end, additional elements are not an error.
      limit = recorded.elements.count + (recorded.end == .open ? 0 : 1)
    }
    let collected = try await stream.collected(upTo: limit, patience: patience)
    return .stream(try redaction.redact(collected))
  }
}

/// A check that reports a recording if the test has read it but compared no implementation with it.
/// The check runs only if the environment variable `DEPENDENCE_AUDIT` is `1`.
private final class RecordingAudit: RootAudit {
  private let file: RecordingFile
  private let site: SourceSite
  private let isVerified = Lock(false)
  /// A check that reports an issue if no run of a repeated test, such as a stress test, compares an
  /// implementation with its recording. All runs share one check for each source location that
  /// reads a recording. The property is `nil` unless the test is repeated and the environment
  /// variable `DEPENDENCE_AUDIT` is `1`.
  private let repetitions: RepetitionAudit?

  init(of file: RecordingFile, at site: SourceSite) {
    (self.file, self.site) = (file, site)
    repetitions = Frame.current.root.repetitionAudit(of: file.shortPath, at: site)
  }

  func noteVerification() {
    isVerified.withLock { $0 = true }
    repetitions?.noteUse()
  }

  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    if isVerified.withLock({ $0 }) { return [] }
    let (path, advice) = (file.shortPath, "Call verify for each endpoint, or remove the Recording.")
    return root.unusedFinding(
      "The recording \(path) was read, but the test compared no implementation with it. \(advice)",
      ofRepeatedTest: """
        No run of this repeated test compared an implementation with the recording \(path). \(advice)
        """,
      repetitions,
      at: site
    )
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

/// A decoder that decodes a recorded call's arguments, one at a time.
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
    UnrecordableType(
      type: "the implementation",
      reason: "the recorded call has \(count == 1 ? "1 argument" : "\(count) arguments")"
    )
  }
}

extension UnrecordableType {
  /// A sentence that describes the problem, shown in an error message. It does not end with a
  /// period.
  var sentence: String {
    reason.map { "\(type) does not fit the recording: \($0)" } ?? "\(type) is not Codable"
  }
}
