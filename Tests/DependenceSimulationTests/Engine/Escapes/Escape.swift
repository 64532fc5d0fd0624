@testable import DependenceSimulation
import Testing

/// A kind of code that might leave its simulation.
struct Escape: Sendable, CustomTestStringConvertible {
  typealias Body = @Sendable @concurrent (Witness) async throws -> Void

  let name: String
  var options: [SimulationOption] = []
  /// The expected number of times that outside code makes a task of the simulation runnable.
  var outsideResumptions = 0
  /// The expected sightings, sorted by time and name.
  let expected: [Sighting]
  let body: Body

  init(
    _ name: String,
    _ options: SimulationOption...,
    outsideResumptions: Int = 0,
    sees expected: [Sighting],
    _ body: @escaping Body
  ) {
    self.name = name
    self.options = options
    self.outsideResumptions = outsideResumptions
    self.expected = expected.sorted()
    self.body = body
  }

  static var all: [Escape] {
    tasks + groups + actors + mainActor + deinits + time + waiting + outside
  }

  var testDescription: String { name }
}
