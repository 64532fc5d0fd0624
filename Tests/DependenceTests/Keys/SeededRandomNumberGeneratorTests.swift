import Dependence
import Testing

struct SeededRandomNumberGeneratorTests {
  // The outputs for the seed 0 are those of the program splitmix64.c. The outputs for the other
  // seed are published by Rosetta Code in the task "Pseudo-random numbers/Splitmix64".
  @Test(
    arguments: [
      (
        seed: 0,
        numbers: [
          0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f,
          0xf88b_b8a8_724c_81ec,
        ]
      ),
      (
        seed: 1_234_567,
        numbers: [
          6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
          4_593_380_528_125_082_431,
        ]
      ),
    ] as [(seed: UInt64, numbers: [UInt64])]
  )
  func `a seed produces the published SplitMix64 sequence`(seed: UInt64, numbers: [UInt64]) {
    var generator = SeededRandomNumberGenerator(seed: seed)

    #expect(numbers.map { _ in generator.next() } == numbers)
  }

  @Test func `a copy continues from the state of the original`() {
    var generator = SeededRandomNumberGenerator(seed: 7)
    _ = generator.next()
    var copy = generator

    #expect(copy == generator)
    #expect(copy.next() == generator.next())
  }
}
