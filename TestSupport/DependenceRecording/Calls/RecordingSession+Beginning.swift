import Dependence
import DependenceHarness
import DependenceTesting
import Foundation

extension RecordingSession {
  /// Returns the session that records a test's calls in a file or replays them from it.
  ///
  /// If the test already has a session for this file, the existing session is returned. For
  /// example, a suite and one of its tests may both have a recorder, and both recorders' calls must
  /// be stored together.
  ///
  /// Problems with the environment variable `DEPENDENCE_RECORD` or the file are reported as issues.
  /// If the file cannot be read, the session has no recorded responses and does not overwrite the
  /// file.
  ///
  /// - Parameter name: The recording's name. If it is `nil`, the recording has the name of the
  ///   test, followed by its arguments.
  static func begin(
    of test: TestIdentity,
    named name: String? = nil,
    beside source: String,
    redaction: Redaction,
    in root: DependencyRoot,
    at site: SourceSite
  ) -> RecordingSession {
    root.reportIfLate("Recorder", was: "created", at: site, from: .current)
    let (file, unredactedFile) = files(of: test, named: name, beside: source, redaction)
    var (mode, modeProblem) = RecordingMode.ofProcess
    var problem: RecordingProblem?
    var contents = RecordingContents()
    var messages = modeProblem.map { [$0] } ?? []
    do throws(RecordingProblem) {
      if let found = try OpenRecordings.contents(of: file, for: test) {
        // In `all` mode, the test name in the file does not matter, because the session replaces
        // the whole file.
        if mode != .all { try found.checkTest(is: test, in: file) }
        contents = found
      }
    } catch {
      messages.append(error.message)
      (mode, problem) = (.replay, error)
    }
    if mode.isLive, SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp {
      messages.append(
        """
        \(RecordingMode.variable) is set, but calls cannot be executed in a simulation, because it does not control them. \
        In Swift Testing, use the traits .recorded and .explore, which run the test once without a simulation to record \
        it. Otherwise, call explore or simulate only if \(RecordingMode.variable) is not set.
        """
      )
      OpenRecordings.noteRefusal(of: file)
      mode = .replay
    }
    let new = RecordingSession(
      mode,
      of: test,
      named: name,
      in: file,
      contents,
      redaction,
      unredactedFile: unredactedFile,
      problem: problem,
      repetitions: root.repetitionAudit(of: file.shortPath, at: site),
      at: site
    )
    // Look up and register the session in one operation. Otherwise, two recorders created at the
    // same time could get different sessions that overwrite each other's calls.
    let session = root.add(new) { $0.unredactedFile == unredactedFile }
    if session === new {
      for message in messages { IssuePath.deliver(message, at: site) }
    } else {
      session.add(redaction)
      if session.name != new.name { session.issues.reportSameFile(of: session.name, new.name) }
      if session.file == unredactedFile, file != unredactedFile {
        IssuePath.deliver(
          """
          The name of the recording \(session.file.shortPath) contains an argument of the test that redacting: would \
          replace. Pass the same closure as redacting: to the test's first recorder, too.
          """,
          at: site
        )
      }
    }
    return session
  }

  /// Returns the recording's file, and the file that the recording would have if no argument of the
  /// test were secret.
  private static func files(
    of test: TestIdentity,
    named name: String?,
    beside source: String,
    _ redaction: Redaction
  ) -> (file: RecordingFile, unredacted: RecordingFile) {
    let arguments = name == nil ? test.arguments : []
    let name = name ?? test.name
    let unredacted = RecordingFile(named: name, arguments: arguments, beside: source)
    if arguments.isEmpty { return (unredacted, unredacted) }
    let secrets = EnvironmentSecrets(ProcessInfo.processInfo.environment)
    let file = RecordingFile(
      named: name,
      arguments: arguments,
      isSecret: { $0.isSecret(redaction, secrets) },
      beside: source
    )
    return (file, unredacted)
  }
}

extension RecordingContents {
  /// Throws a ``RecordingProblem`` if the file contains the name of another test.
  fileprivate func checkTest(
    is expected: TestIdentity,
    in file: RecordingFile
  ) throws(RecordingProblem) {
    guard let test, !expected.isNamed(test) else { return }
    throw RecordingProblem(
      """
      The recording \(file.path) belongs to the test \(test), so the test \(expected.recordedName) cannot use it. If the \
      test was renamed, change the value of "test" in the file to the new name, or run this command to record the test \
      again:
        \(RecordingMode.variable)=all swift test --filter '\(expected.filter)'
      If these are two tests, rename one of them, or create its Recorder with another name in the argument named:.
      """
    )
  }
}
