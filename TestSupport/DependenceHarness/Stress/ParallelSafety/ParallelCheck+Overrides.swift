import Dependence

/// A situation in which a check reads an overridden dependency. The raw value completes the
/// sentence "a wrong value was read …" in error messages.
private enum Context: String, Sendable, CaseIterable {
  case suspension = "after a suspension"
  case child = "in a child task"
  case group = "in a task group"
  case task = "in a Task { }"
  case detached = "in a detached task with a capture"
  case around = "in and after an inner override"
  case afterwards = "after the override had ended"
  case outside = "in a task without an override"

  /// The situations in which a task must see its own override.
  static let own: [Context] = [.suspension, .child, .group, .task, .detached, .around]
}

extension ParallelCheck {
  /// Checks that an override is visible in the task that sets it and in the work that this task
  /// starts, but in no unrelated task. Returns an array with one sentence that lists all
  /// violations, or an empty array if there are none.
  ///
  /// At any given moment, all tasks have different overrides, so a value that leaks into another
  /// task is detected.
  func strayOverrides(_ random: inout some RandomNumberGenerator) async -> [String] {
    let wrong = Lock<Set<Context>>([])
    let orders = (1...Self.taskCount).map { _ in Context.own.shuffled(using: &random) }
    await container.bind(values[0]) {
      let gates = (0...Context.own.count).map { _ in StartingGate(for: Self.taskCount + 2) }
      await withTaskGroup { group in
        for (index, order) in orders.enumerated() {
          group.addTask {
            await checkOverride(from: order, as: index + 1, through: gates, noting: wrong)
          }
        }
        for _ in 0..<2 {
          group.addTask {
            for gate in gates {
              await gate.arrive()
              expect(0, .outside, noting: wrong)
            }
          }
        }
      }
    }
    let contexts = wrong.withLock { wrong in Context.allCases.filter(wrong.contains).map(\.rawValue)
    }
    guard !contexts.isEmpty else { return [] }
    return [
      """
      While \(Self.taskCount) tasks overrode it at the same time, a wrong value was read \(contexts.joined(separator: ", ")). \
      An override must be visible only in the task that makes it and in the work that this task starts. Let the property \
      in DependencyValues read and write self[Key.self], and do not store the value elsewhere.
      """
    ]
  }

  private func checkOverride(
    from contexts: [Context],
    as number: Int,
    through gates: [StartingGate],
    noting wrong: Lock<Set<Context>>
  ) async {
    await container.bind(values[number]) {
      for (gate, context) in zip(gates, contexts) {
        await gate.arrive()
        await checkOverride(from: context, as: number, noting: wrong)
      }
      // Keep this task's override in place until all other tasks have finished reading.
      await gates.last?.arrive()
    }
    expect(0, .afterwards, noting: wrong)
  }

  private func checkOverride(
    from context: Context,
    as number: Int,
    noting wrong: Lock<Set<Context>>
  ) async {
    switch context {
    case .child:
      async let checkOverride: Void = expect(number, context, noting: wrong)
      await checkOverride
    case .group:
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { expect(number, context, noting: wrong) } }
      }
    case .task:
      await Task { expect(number, context, noting: wrong) }.value
    case .detached:
      let capture = container.capture()
      await Task.detached { capture { expect(number, context, noting: wrong) } }.value
    case .around:
      let inner = number + Self.taskCount
      await container.bind(values[inner]) {
        await Task.yield()
        expect(inner, context, noting: wrong)
      }
      expect(number, context, noting: wrong)
    case .suspension, .afterwards, .outside:
      // The task has already been suspended while waiting for the other tasks, so it does not need
      // to suspend again before the read.
      expect(number, context, noting: wrong)
    }
  }

  private func expect(_ number: Int, _ context: Context, noting wrong: Lock<Set<Context>>) {
    if identityHere() == identity(of: number) { return }
    wrong.withLock { _ = $0.insert(context) }
  }
}
