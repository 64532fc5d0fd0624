import DependenceFoundation
import Foundation

/// Reminds of what it is asked to, until nobody asks any more and nothing is left.
public struct ReminderService: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date
  @Dependency(\.output) private var output

  private let book = Book()

  /// A service with no reminders.
  public init() {}

  /// Answers each of `lines`, and returns when they have ended and nothing is left to remind of.
  ///
  /// A line that makes no sense is answered with an error, and the next one is read.
  public func run(_ lines: some AsyncSequence<String, Never>) async {
    await withDiscardingTaskGroup { group in
      var number = 0
      for await line in lines {
        number += 1
        do throws(RequestError) {
          try await answer(line, in: &group)
        } catch {
          report(Event(event: .error, line: number, message: error.message))
        }
      }
    }
  }

  private func answer(_ line: String, in group: inout DiscardingTaskGroup)
    async throws(RequestError)
  {
    switch try Request(line: line) {
    case .remind(let id, let delay):
      let (number, cancelled) = await book.add(id)
      report(Event(event: .set, id: id, date: date.now + delay.seconds))
      group.addTask {
        let isDue = await elapses(delay, before: cancelled)
        await book.remove(id, number: number)
        report(Event(event: isDue ? .due : .cancelled, id: id))
      }
    case .cancel(let id):
      // Said where it is known whether the time was up first.
      guard await book.cancel(id) else { throw .nothingToCancel(id: id) }
    }
  }

  /// True if `delay` is over before `cancelled` ends.
  private func elapses(_ delay: Duration, before cancelled: AsyncStream<Never>) async -> Bool {
    await withTaskGroup { group in
      group.addTask {
        do {
          try await clock.sleep(for: delay)
          return true
        } catch {
          return false
        }
      }
      group.addTask {
        for await _ in cancelled {}
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func report(_ event: Event) {
    output.write(event.text)
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
