import Testing

@testable import MutantKit

struct MutantSamplerTests {
  private static let candidates = MutationFinder().mutations(
    of: (0..<50).map { "func f\($0)(a: Int) -> Bool { a < \($0) && !g(a) }" }.joined(
      separator: "\n"
    ),
    file: "F.swift"
  )

  private static func draw(seed: UInt64) -> [Mutation] {
    var sampler = MutantSampler(seed: seed)
    return sampler.draw(40, of: candidates)
  }

  @Test func `the same seed draws the same mutants, and other seeds draw others`() {
    #expect(Self.draw(seed: 1) == Self.draw(seed: 1))
    #expect(Self.draw(seed: 1) != Self.draw(seed: 2))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no two drawn mutants overlap`(seed: UInt64) {
    let drawn = Self.draw(seed: seed)

    #expect(drawn.count == 40)
    for (index, mutation) in drawn.enumerated() {
      #expect(!drawn[..<index].contains { $0.overlaps(mutation) })
    }
  }

  @Test func `drawing more mutants than exist draws every mutant once`() {
    var sampler = MutantSampler(seed: 1)

    #expect(
      sampler.draw(2, of: MutationFinder().mutations(of: "let a = 1", file: "F.swift")).count == 1
    )
  }
}
