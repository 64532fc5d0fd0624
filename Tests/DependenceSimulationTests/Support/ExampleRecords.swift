@testable import DependenceSimulation

/// Example runs of typical programs.
enum ExampleRecords {
  static let all = [
    ExampleRun("lost-update", lostUpdate), ExampleRun("deadlock", deadlock),
    ExampleRun("debounced-search", debouncedSearch),
  ]

  /// A run in which two tasks read the balance of an actor, and each task then writes this balance
  /// plus its own amount.
  static let lostUpdate = {
    var script = RecordScript()
    let first = script.make(.task, "salary", at: "Account.deposit(_:)")
    let second = script.make(.task, "refund", at: "Account.deposit(_:)")
    let account = script.make(.actor, "Account", by: first)

    script.run(0, waking: [first, second])
    script.run(first, waking: [account], .runnable)
    script.run(account, waking: [first])
    script.run(second, waking: [account], .runnable)
    script.run(account, waking: [second])
    script.run(first, waking: [account], .runnable)
    script.run(second, .runnable)
    script.run(account, waking: [first, second])
    script.run(first, waking: [0], .finished)
    script.run(second, .finished)
    script.run(0, .finished)
    return script.record
  }()

  /// A run in which a session waits for its teardown, which waits for the session.
  static let deadlock = {
    var script = RecordScript()
    let session = script.make(.task, "session", at: "Storefront.Session.open()")
    let state = script.make(.actor, "SessionState", by: session)
    let teardown = script.make(
      .task,
      "teardown",
      at: "Storefront.Session.close()",
      by: session
    )

    script.run(0, waking: [session])
    script.run(session, waking: [state], .runnable)
    script.run(state, waking: [session])
    script.run(session)
    script.move(to: .milliseconds(1_500), waking: [session])
    script.run(session, waking: [teardown])
    script.run(teardown, waking: [state], .runnable)
    script.run(state, waking: [teardown])
    script.run(teardown)
    script.end(.deadlock)
    return script.record
  }()

  /// A run in which three keys are pressed. Only the search for the last key is sent, 300 ms later.
  static let debouncedSearch = {
    var script = RecordScript()
    let origin = "SearchModel.textDidChange(_:)"
    let first = script.make(.task, "search s", at: origin)
    let second = script.make(.task, "search sw", at: origin)
    let third = script.make(.task, "search swi", at: origin)
    let request = script.make(.task, "request", at: "SearchClient.live", by: third)

    script.run(0, waking: [first], on: .mainActor)
    script.run(first, on: .mainActor)
    script.move(to: .milliseconds(100), waking: [0])
    script.run(0, waking: [first, second], on: .mainActor)
    script.run(first, .finished, on: .mainActor)
    script.run(second, on: .mainActor)
    script.move(to: .milliseconds(200), waking: [0])
    script.run(0, waking: [second, third], on: .mainActor)
    script.run(third, on: .mainActor)
    script.run(second, .finished, on: .mainActor)
    script.move(to: .milliseconds(500), waking: [third])
    script.run(third, waking: [request], on: .mainActor)
    script.run(request)
    script.move(to: .milliseconds(620), waking: [request])
    script.run(request, waking: [third], .finished)
    script.run(third, waking: [0], .finished, on: .mainActor)
    script.run(0, .finished, on: .mainActor)
    return script.record
  }()
}
