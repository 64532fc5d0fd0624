import DependenceFoundation
import Foundation

/// A service that reads requests for reminders, and reports when each reminder is due.
public struct ReminderService: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date
  @Dependency(\.output) private var output

  private let book = Book()

  /// Creates a service without reminders.
  public init() {}

  /// Handles each request in `lines`, and returns when `lines` has ended and no reminder is left.
  ///
  /// For an invalid line, the service reports an error and continues with the next line.
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
      // The task of the reminder reports the cancellation, because only this task knows whether the
      // reminder was due first.
      guard await book.cancel(id) else { throw .nothingToCancel(id: id) }
    }
  }

  /// Whether `delay` elapses before the stream `cancelled` ends.
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
