/// The bodies of the tests, which are the same in every form.
enum Body {
  /// Reports the error of this process, if the process belongs to `form`.
  static func report(in form: String) async {
    guard let cell = Cell.current(in: form) else { return }
    await withCheckedContinuation { continuation in
      cell.place.run(cell.report) { continuation.resume() }
    }
  }

  /// Reports the error of this process, if the process belongs to `form`, and blocks this thread
  /// until the error has been reported.
  static func reportOnThread(in form: String) {
    guard let cell = Cell.current(in: form) else { return }
    let isDone = Gate()
    cell.place.run(cell.report) { isDone.open() }
    isDone.waitOnThread()
  }

  /// Whether the test of `form` is cancelled or skipped at its end.
  static func skips(in form: String) -> Bool {
    Cell.current(in: form)?.place == .queueThenSkipCaptured
  }

  /// Reports the error outside the body of a test, if the process belongs to `form` and `place`.
  static func report(in form: String, at place: Place) {
    guard let cell = Cell.current(in: form), cell.place == place else { return }
    cell.report()
  }
}
