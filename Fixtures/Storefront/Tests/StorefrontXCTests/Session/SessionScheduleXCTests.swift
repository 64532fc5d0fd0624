import Dependence
import DependenceSimulation
import DependenceXCTest
import Storefront
import XCTest

final class SessionScheduleXCTests: XCTestCase {
  private actor Desk {
    var session: Task<Void, any Error>?

    func open(_ session: Task<Void, any Error>) { self.session = session }
  }

  func testASessionWhoseEndWaitsForItsOwnTaskIsADeadlock() throws {
    try XCTSkipUnless(Simulation.isSupported)
    XCTAssertThrowsError(
      try simulate { _ in
        let desk = Desk()
        let session = withDependencies {
          $0.storeClient.logIn = { Customer(name: $0) }
          $0.storeClient.logOut = { _ in _ = await desk.session?.result }
        } operation: {
          Task(name: "session") {
            try await withSession(of: "Ada") { try await Task.sleep(for: .seconds(1)) }
          }
        }
        await desk.open(session)
        try await session.value
      }
    ) { error in
      guard case .deadlock(at: .seconds(1), let waiting) = error as? SimulationError else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(waiting.map(\.name), ["body", "session"])
    }
  }
}
