@testable import DependenceHarness
import Testing

struct FaultPlanTests {
  private struct Offline: Error {}
  private struct Refused: Error {}

  private let faults: [Fault] = [
    .delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2),
    .cancelling(probability: 0.1), .reordering(within: .seconds(1), probability: 0.5),
  ]

  private func plans(
    of endpoint: String = "API.fetch",
    seed: UInt64 = 7,
    calls: Int = 50
  ) -> [String] {
    (1...calls).map { FaultPlan(faults, seed: seed, endpoint: endpoint, call: $0).text }
  }

  @Test func `a plan is the same in every run, on every machine`() {
    #expect(
      plans(calls: 6) == [
        "0.214 seconds, answer, 0.371 seconds", "1.124 seconds, answer, 0.002 seconds",
        "1.098 seconds, answer, 0.0 seconds", "1.132 seconds, answer, 0.69 seconds",
        "0.778 seconds, Offline(), 0.0 seconds", "0.806 seconds, answer, 0.0 seconds",
      ]
    )
  }

  @Test func `a plan depends on the seed, the endpoint and the call number`() {
    #expect(plans() == plans())
    #expect(plans(seed: 8) != plans())
    #expect(plans(of: "API.save") != plans())
    #expect(Set(plans()).count > 40)
  }

  @Test func `a fault does not depend on the faults before and after it`() {
    let delay = Fault.delay(upTo: .seconds(2), probability: 0.5)
    let delays = { (plans: [FaultPlan]) in plans.map(\.delay) }
    func made(_ faults: [Fault]) -> [FaultPlan] {
      (1...50).map { FaultPlan(faults, seed: 7, endpoint: "API.fetch", call: $0) }
    }

    #expect(delays(made([delay])) == delays(made([delay, .cancelling(probability: 0.5)])))
    #expect(
      delays(made([.cancelling(probability: 0), delay]))
        == delays(made([.cancelling(probability: 1), delay]))
    )
  }

  @Test func `a fault with probability 1 always occurs, and one with probability 0 never does`() {
    let always = (1...200).map {
      FaultPlan(
        [.throwing(Offline(), probability: 1), .delay(upTo: .seconds(1), probability: 0)],
        seed: 7,
        endpoint: "API.fetch",
        call: $0
      )
    }

    #expect(always.allSatisfy { $0.text == "0.0 seconds, Offline(), 0.0 seconds" })
  }

  @Test(arguments: ["lost", "thrown", "cancelled"])
  func `the first of several faults that replace the result is used`(first: String) {
    let faults: [String: Fault] = [
      "lost": .losingResponse(Refused()), "thrown": .throwing(Offline()),
      "cancelled": .cancelling(),
    ]
    let others = faults.filter { $0.key != first }.map(\.value)

    let plan = FaultPlan([faults[first]!] + others, seed: 7, endpoint: "API.fetch", call: 1)

    let only = FaultPlan([faults[first]!], seed: 7, endpoint: "API.fetch", call: 1)
    #expect("\(plan)" == "\(only)")
  }

  @Test func `a fault occurs about as often as its probability specifies`() {
    let plans = (1...10_000).map {
      FaultPlan(
        [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2)],
        seed: 7,
        endpoint: "API.fetch",
        call: $0
      )
    }

    #expect((1_900...2_100).contains(plans.count { $0.failure != nil }))
    #expect(plans.allSatisfy { (.zero ... .seconds(2)).contains($0.delay) })
    #expect((4_800...5_200).contains(plans.count { $0.delay > .seconds(1) }))
    #expect(plans.contains { $0.delay == .zero } && plans.contains { $0.delay == .seconds(2) })
  }

  @Test func `a fault occurs if the drawn number is below its probability`() {
    let draw = 0.14773070718835402

    let plans = [draw, draw.nextUp].map {
      FaultPlan(
        [.throwing(Offline(), probability: $0)],
        seed: 7,
        endpoint: "API.fetch",
        call: 1
      )
    }

    #expect(plans.map { $0.failure != nil } == [false, true])
  }

  @Test func `the first of several failures applies, and delays add up`() {
    let plan = FaultPlan(
      [
        .delay(upTo: .seconds(1)), .throwing(Offline(), probability: 1),
        .throwing(Refused(), probability: 1), .cancelling(probability: 1),
        .delay(upTo: .seconds(1)),
      ],
      seed: 7,
      endpoint: "API.fetch",
      call: 1
    )
    let parts = [0, 4].map { index in
      let faults = (0...index).map {
        Fault.delay(upTo: .seconds(1), probability: $0 == index ? 1 : 0)
      }
      return FaultPlan(faults, seed: 7, endpoint: "API.fetch", call: 1).delay
    }

    #expect(plan.text.contains("Offline()"))
    #expect(plan.delay == parts[0] + parts[1])
  }

  @Test func `the response delays of several reordering faults add up`() {
    func holdBack(_ probabilities: [Double]) -> Duration {
      let faults = probabilities.map { Fault.reordering(within: .seconds(1), probability: $0) }
      return FaultPlan(faults, seed: 7, endpoint: "API.fetch", call: 1).holdBack
    }

    #expect(holdBack([1, 0]) > .zero && holdBack([0, 1]) > .zero)
    #expect(holdBack([1, 1]) == holdBack([1, 0]) + holdBack([0, 1]))
  }
}

extension FaultPlan {
  fileprivate var text: String {
    let outcome =
      switch failure {
      case nil, .delay, .reordering, .duplicating: "answer"
      case .throwing(let error), .losingResponse(let error): "\(error)"
      case .cancelling: "cancelled"
      }
    return "\(delay), \(outcome), \(holdBack)"
  }
}
