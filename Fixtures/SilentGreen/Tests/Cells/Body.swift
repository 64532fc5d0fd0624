/// The bodies of the tests, which are the same in every form.
enum Body {
  /// Goes wrong, where this process is about `form`.
  static func report(in form: String) async {
    guard let cell = Cell.current(in: form) else { return }
    await withCheckedContinuation { continuation in
      cell.place.run(cell.report) { continuation.resume() }
    }
  }

  /// Goes wrong, where this process is about `form`, and blocks this thread until it has.
  static func reportOnThread(in form: String) {
    guard let cell = Cell.current(in: form) else { return }
    let isDone = Gate()
    cell.place.run(cell.report) { isDone.open() }
    isDone.waitOnThread()
  }

  /// True if the test of `form` gives up at the end.
  static func skips(in form: String) -> Bool {
    Cell.current(in: form)?.place == .queueThenSkipCaptured
  }

  /// Goes wrong around the body of a test.
  static func report(in form: String, at place: Place) {
    guard let cell = Cell.current(in: form), cell.place == place else { return }
    cell.report()
  }
}
