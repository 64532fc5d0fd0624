import Dependence
import DependenceHarness

/// The test that a recording belongs to.
struct TestIdentity: Sendable {
  /// The name in messages.
  let name: String
  /// A text that no other test case has.
  let id: String

  init(name: String, id: String? = nil) { (self.name, self.id) = (name, id ?? name) }
}

/// The recordings that tests of this process use.
enum OpenRecordings {
  private struct Opened {
    let test: TestIdentity
    let contents: Result<RecordingContents?, RecordingProblem>
  }

  private static let opened = Lock<[RecordingFile: Opened]>([:])

  /// The content of a file, which is read once, or `nil` if there is no such file.
  ///
  /// - Throws: A description of the problem if the file cannot be read, or if another test uses it.
  static func contents(
    of file: RecordingFile,
    for test: TestIdentity
  ) throws(RecordingProblem) -> RecordingContents? {
    // Reading a file under the lock keeps two tests from reading it, and does no harm otherwise.
    let known = opened.withLock { opened in
      if let known = opened[file] { return known }
      let contents = Result { () throws(RecordingProblem) in try file.load() }
      let known = Opened(test: test, contents: contents)
      opened[file] = known
      return known
    }
    guard known.test.id == test.id else {
      throw RecordingProblem(
        """
        The tests \(known.test.name) and \(test.name) use the same recording, \(file.path). Rename one of them, or create its \
        Recorder with another name in the argument named:.
        """
      )
    }
    return try known.contents.get()
  }
}

extension RecordingSession {
  /// Begins a recording for a test.
  ///
  /// A problem with the environment or with the file is reported. Without a readable file, the
  /// recording is empty, and it is not written.
  static func begin(
    of test: TestIdentity,
    named name: String,
    beside source: String,
    redaction: Redaction,
    in root: DependencyRoot,
    at site: SourceSite
  ) -> RecordingSession {
    var (mode, problem) = RecordingMode.ofProcess
    var contents = RecordingContents()
    let file = RecordingFile(named: name, beside: source)
    if let problem { IssuePath.deliver(problem.message, at: site) }
    do throws(RecordingProblem) {
      contents = try OpenRecordings.contents(of: file, for: test) ?? contents
    } catch {
      IssuePath.deliver(error.message, at: site)
      mode = .replay
    }
    if mode.isLive, SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp {
      let message = """
        \(RecordingMode.variable) is set, but calls cannot be executed in a simulation, because it does not control them. \
        Use the trait .recorded, which runs the test once without a simulation to record it.
        """
      IssuePath.deliver(message, at: site)
      mode = .replay
    }
    let session = RecordingSession(mode, of: test.name, in: file, contents, redaction, at: site)
    root.add(session)
    return session
  }
}
