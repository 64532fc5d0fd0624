import Dependence
import DependenceMacros
import DependenceTesting
import DependenceXCTest
import XCTest

/// A client whose endpoints take an object that is not `Sendable`. The tests call the methods that
/// the macro generates for these endpoints.
@DependencyClient
nonisolated struct Scale: Sendable {
  var weigh: @Sendable (Model) async throws -> Int
  var show: @MainActor @Sendable (Model) async throws -> Int
  var hold: nonisolated(nonsending) @Sendable (Model) async throws -> Int
}

nonisolated final class EndpointTests: XCTestCase {
  private var scale: Scale {
    // Start with the unimplemented client. The methods of a client that may have unimplemented
    // endpoints also pass on their caller's source location.
    var scale = Scale.unimplemented
    scale.weigh = { model in
      model.count += 1
      return model.count
    }
    scale.show = { model in
      MainActor.preconditionIsolated()
      model.count += 1
      return model.count
    }
    scale.hold = { model in
      model.count += 1
      return model.count
    }
    return scale
  }

  func testEndpointOfNobody() async throws {
    let model = Model()

    check(try await scale.weigh(model), 1)
    check(try await scale.hold(model), 2)
    check(model.count, 2)
  }

  @MainActor func testEndpointOnTheMainActor() async throws {
    let model = Model()

    check(try await scale.show(model), 1)
    check(try await scale.hold(model), 2)
    check(model.count, 2)
    MainActor.preconditionIsolated()
  }

  func testUnimplementedEndpoint() async throws {
    let model = Model()

    try await expectUnimplemented("Scale.weigh") {
      check(try await Scale.unimplemented.weigh(model), 0)
    }
    try await expectUnimplemented("Scale.hold") {
      check(try await Scale.unimplemented.hold(model), 0)
    }
  }
}
