import Subprocesses
import Testing

/// Tests of searches for failing schedules, in a package that uses the library.
struct DownstreamSearchTests {
  @Test(
    arguments: [
      "CleanSearchTests", "FreshStateTests", "FreshStateCase", "SharedInstanceTests/unmodified",
    ]
  )
  func `searches whose runs start from the same state pass`(_ filter: String) async throws {
    let transcript = try await Downstream.shared.test(filter)

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("every order of the scheduling points"), "\(transcript)")
  }

  @Test func `a search finds an error even if an earlier run has changed the state`() async throws {
    let transcript = try await Downstream.shared.test("WrongCodeTests")

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("sales(in: shop) == 1"), "\(transcript)")
    #expect(transcript.contains("DEPENDENCE_REPLAY="), "\(transcript)")
  }

  @Test(
    arguments: [
      ("SharedInstanceTests/existingInstance", "ShopKey"),
      ("SharedInstanceTests/staticDefault", "ShopKey"),
      ("SharedInstanceTests/capturedByClosure", "ShopClientKey"),
      ("SharedInstanceTests/override", "RegisterKey"),
      ("SharedInstanceTests/randomSearch", "ShopKey"),
      ("SharedInstanceCase", "ShopKey"),
    ]
  )
  func `a search fails if its runs share a value that one of them modifies`(
    _ filter: String,
    key: String
  ) async throws {
    let transcript = try await Downstream.shared.test(filter)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("share the value of SearchTests.\(key)"), "\(transcript)")
    #expect(!transcript.contains("every order of the scheduling points"), "\(transcript)")
  }

  @Test(arguments: ["SearchCase/testSearch", "SearchCase/testSimulation"])
  func `a simulation in XCTest without DependenceXCTest fails and names the product`(
    _ filter: String
  ) async throws {
    let transcript = try await Downstream.simulationAlone.test(filter)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains(#".product(name: "DependenceXCTest""#), "\(transcript)")
    #expect(!transcript.contains("no failure"), "\(transcript)")
  }

  @Test func `a search in Swift Testing does not need DependenceXCTest`() async throws {
    let transcript = try await Downstream.simulationAlone.test("SearchTests")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("no failure in 10 schedules"), "\(transcript)")
  }
}
