@testable import DependenceSimulation
import Dependence

/// An observation of where and when code ran.
struct Sighting: Sendable, Hashable, Comparable, CustomStringConvertible {
  let who: String
  let time: Duration
  let isInside: Bool

  static func inside(_ who: String, _ time: Duration = .zero) -> Sighting {
    Sighting(who: who, time: time, isInside: true)
  }

  static func outside(_ who: String, _ time: Duration = .zero) -> Sighting {
    Sighting(who: who, time: time, isInside: false)
  }

  static func < (left: Sighting, right: Sighting) -> Bool {
    (left.time, left.who) < (right.time, right.who)
  }

  var description: String { "\(who) \(isInside ? "inside" : "outside") at \(time)" }
}

/// Collects sightings, regardless of their order.
final class Witness: Sendable {
  let simulation: Simulation
  private let seen = Lock<[Sighting]>([])

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  var sightings: [Sighting] { seen.withLock { $0.sorted() } }

  func see(_ who: String) {
    let isInside = Simulation.current?.core === simulation.core
    let sighting = Sighting(who: who, time: simulation.now, isInside: isInside)
    seen.withLock { $0.append(sighting) }
  }
}
