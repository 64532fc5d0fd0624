import Dependence

/// The events of a test, in order.
final class Trail: Sendable {
  private let noted = Lock<[String]>([])

  var notes: [String] { noted.withLock(\.self) }

  func note(_ event: String) {
    noted.withLock { $0.append(event) }
  }
}
