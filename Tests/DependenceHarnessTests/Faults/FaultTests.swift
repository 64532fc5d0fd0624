@testable import DependenceHarness
import Testing

struct FaultTests {
  private struct Offline: Error {}

  @Test(arguments: [
    (Fault.delay(upTo: .zero), nil),
    (.delay(upTo: .seconds(1), probability: 0), nil),
    (.throwing(Offline(), probability: 1), nil),
    (.cancelling(probability: 0.5), nil),
    (.reordering(within: .zero), nil),
    (
      .delay(upTo: .seconds(-1)),
      "Fault.delay has the limit -1.0 seconds, so it was ignored. Pass zero or more."
    ),
    (
      .reordering(within: .seconds(-1)),
      "Fault.reordering has the limit -1.0 seconds, so it was ignored. Pass zero or more."
    ),
    (
      .throwing(Offline(), probability: 1.1),
      "Fault.throwing has the probability 1.1, so it was ignored. Pass a value from 0 to 1."
    ),
    (
      .cancelling(probability: -0.1),
      "Fault.cancelling has the probability -0.1, so it was ignored. Pass a value from 0 to 1."
    ),
  ])
  func `only a fault with an invalid argument has a problem message`(fault: Fault, problem: String?)
  {
    #expect(fault.problem == problem)
  }

  @Test func `a fault is a failure if the caller does not receive the response`() {
    let faults: [Fault] = [
      .delay(upTo: .seconds(1)), .throwing(Offline(), probability: 1),
      .cancelling(probability: 1), .reordering(within: .seconds(1)), .losingResponse(Offline()),
      .duplicating(),
    ]

    #expect(faults.map(\.isFailure) == [false, true, true, false, true, false])
  }
}
