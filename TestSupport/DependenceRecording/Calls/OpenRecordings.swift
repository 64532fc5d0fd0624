import Dependence

/// The recording files opened by tests in this process. Each file may be used by only one test,
/// because tests that share a file would overwrite each other's recorded calls. Tests in other
/// processes are not checked.
///
/// Comparing the test's name with the name stored in the file would not be enough, because
/// different tests can have the same name, and the file may not exist yet.
enum OpenRecordings {
  private struct Opened {
    let test: TestIdentity
    let contents: Result<RecordingContents?, RecordingProblem>
    /// The calls that runs of the test, such as the iterations of a stress test, have saved so far
    /// in this process, or `nil` if no run has saved any.
    var saved: RecordingContents?
    /// Whether a run of the test has made calls that could not be executed.
    var isRefused = false
  }

  private static let opened = Lock<[RecordingFile: Opened]>([:])

  /// Returns the contents of a recording file, or `nil` if the file does not exist. The first call
  /// reads the file, and later calls return the same contents.
  ///
  /// - Throws: A ``RecordingProblem`` if the file cannot be read, or if another test already uses
  ///   it.
  static func contents(
    of file: RecordingFile,
    for test: TestIdentity
  ) throws(RecordingProblem) -> RecordingContents? {
    // Hold the lock while the file is read, so that two tests that start at the same time cannot
    // both use the file without an error.
    let known = opened.withLock { opened in
      if let known = opened[file] { return known }
      let contents = Result { () throws(RecordingProblem) in try file.load() }
      let known = Opened(test: test, contents: contents)
      opened[file] = known
      return known
    }
    guard known.test.id == test.id else {
      throw RecordingProblem(conflictMessage(known.test, test, at: file.path))
    }
    return try known.contents.get()
  }

  /// Notes that a run of the test makes calls that cannot be executed. These calls will be missing
  /// from a new recording.
  static func noteRefusal(of file: RecordingFile) {
    opened.withLock { $0[file]?.isRefused = true }
  }

  /// Whether a run of the test has made calls that could not be executed.
  static func isRefused(_ file: RecordingFile) -> Bool {
    opened.withLock { $0[file]?.isRefused == true }
  }

  /// Passes the calls of a run to `save`, which writes them to the file.
  ///
  /// If the run is only a part of a test, such as an iteration of a stress test, `save` also
  /// receives the calls that earlier parts have saved. Otherwise, the calls replace those of an
  /// earlier run, such as a failed attempt that a trait repeats.
  ///
  /// - Returns: The error message from `save`, or `nil` if there was no error.
  static func merging(
    _ calls: [RecordedCall],
    into file: RecordingFile,
    isPart: Bool,
    _ save: ([RecordedCall]) -> String?
  ) -> String? {
    // Hold the lock while the file is written, so that two runs that end at the same time cannot
    // overwrite each other's calls.
    opened.withLock { opened in
      let calls = isPart ? opened[file]?.saved?.adding(calls) ?? calls : calls
      if let problem = save(calls) { return problem }
      opened[file]?.saved = RecordingContents(calls)
      return nil
    }
  }

  private static func conflictMessage(
    _ first: TestIdentity,
    _ second: TestIdentity,
    at path: String
  ) -> String {
    if first.fullName == second.fullName {
      return """
        Two cases of the test \(first.name) use the same recording, \(path). Create the Recorder of each case with its own \
        name in the argument named:.
        """
    }
    let names = [first, second].map { first.name == second.name ? $0.fullName : $0.name }
    return """
      The tests \(names[0]) and \(names[1]) use the same recording, \(path). Rename one of them, or create its Recorder \
      with another name in the argument named:.
      """
  }
}
