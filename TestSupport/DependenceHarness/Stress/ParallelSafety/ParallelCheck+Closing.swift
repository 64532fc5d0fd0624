import Dependence

extension ParallelCheck {
  /// Checks that each issue reported while a test is ending is delivered exactly once, and that a
  /// read at that time still returns the test's override. Returns one sentence for each kind of
  /// violation.
  func lostIssues(_ random: inout some RandomNumberGenerator) async -> [String] {
    var sent: [String] = []
    var received: [DependencyIssue] = []
    let isForeign = Lock(false)
    for round in 1...Self.rootCount / 2 {
      let owner = CheckedOwner("closing \(round)")
      let root = container.makeRoot(owner)
      let loads = (1...Self.taskCount).map { Load(round: round, task: $0, using: &random) }
      await root.enter {
        await container.bind(values[round]) {
          await send(loads, whileClosing: root) {
            if identityHere() != identity(of: round) { isForeign.withLock { $0 = true } }
          }
        }
      }
      sent += loads.flatMap(\.messages)
      received += owner.issues
    }

    let messages = Set(sent)
    passOn(received.filter { $0.kind != .lateRead && !messages.contains($0.message) })
    let arrivals = received.map(\.message).filter(messages.contains)
    let lost = messages.count - Set(arrivals).count
    let repeated = arrivals.count - Set(arrivals).count
    var wrong: [String] = []
    if lost > 0 { wrong.append("\(lost) did not reach their test") }
    if repeated > 0 { wrong.append("\(repeated) arrived more than once") }
    var findings: [String] = []
    if !wrong.isEmpty {
      findings.append(
        """
        Of \(messages.count) issues that were reported while tests ended, \(wrong.joined(separator: ", and ")). Each \
        issue must be reported exactly once.
        """
      )
    }
    if isForeign.withLock({ $0 }) {
      findings.append(
        """
        A read while its test ended did not return the override of that test. An override must stay in effect as long as \
        it can be read. Let the property in DependencyValues read self[Key.self], and do not store the value elsewhere.
        """
      )
    }
    return findings
  }

  /// Runs one detached task for each element of `loads`, and one more task that closes `root` to
  /// mark the end of the test that owns it. Each element contains a list of messages for each of
  /// three phases: before, during, and after the closing. In each phase, the element's task reports
  /// the messages as issues. If a list contains `nil` in place of a message, the task calls `read`,
  /// which reads the dependency.
  private func send(
    _ loads: [Load],
    whileClosing root: ContainerUnderTest<Value>.Root,
    reading read: @escaping @Sendable () -> Void
  ) async {
    let gates = (0..<3).map { _ in StartingGate(for: loads.count + 1) }
    var tasks = loads.map { load in
      let capture = container.capture()
      return Task.detached {
        for (gate, messages) in zip(gates, load.phases) {
          await gate.arrive()
          for message in messages {
            capture { if let message { container.report(message) } else { read() } }
          }
        }
      }
    }
    tasks.append(
      Task.detached {
        await gates[0].arrive()
        await gates[1].arrive()
        root.close()
        await gates[2].arrive()
      }
    )
    for task in tasks { await task.value }
  }
}

/// The work of one detached task: the messages that it reports as issues before, during, and after
/// the end of a test.
private struct Load: Sendable {
  /// The messages for three phases: before, during, and after the end of the test. A `nil` element
  /// makes the task read a dependency instead of reporting a message.
  let phases: [[String?]]

  init(round: Int, task: Int, using random: inout some RandomNumberGenerator) {
    phases = ["before", "during", "after"].map { time in
      let reports: [String?] = (1...4).map { "\(time) closing \(round): \(task).\($0)" }
      return (reports + [nil, nil]).shuffled(using: &random)
    }
  }

  var messages: [String] { phases.joined().compactMap(\.self) }
}
