import DependenceGraph
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct InstantiatorTests {
  @Test func `an instantiator creates a new instance each time`() {
    let instantiator = Instantiator<Token> { Token() }

    #expect(instantiator.instantiate() !== instantiator.instantiate())
  }

  @Test func `an instantiator passes forwarded values to its closure`() {
    let one = Instantiator<NamedReading> { NamedReading(name: $0) }
    let several = Instantiator<Pair> { Pair(left: $0.left, right: $0.right) }

    #expect(one.instantiate("anna").name == "anna")
    #expect(several.instantiate((left: 1, right: 2)) == Pair(left: 1, right: 2))
  }

  // MARK: - The scope

  @Test func `an instantiator creates instances in the scope of its own creation`() {
    let instantiators = withDependencies {
      $0.number = 7
    } operation: {
      (
        Instantiator<Reading> { Reading() },
        SendableInstantiator<NamedReading> { NamedReading(name: $0) },
        ErasedInstantiator<String, Any> { NamedReading(name: $0) },
        SendableErasedInstantiator<(), any Sendable> { Reading() }
      )
    }

    let numbers = withDependencies {
      $0.number = 8
    } operation: {
      [
        instantiators.0.instantiate().number,
        instantiators.1.instantiate("anna").number,
        (instantiators.2.instantiate("anna") as? NamedReading)?.number,
        (instantiators.3.instantiate() as? Reading)?.number,
      ]
    }

    #expect(numbers == [7, 7, 7, 7])
  }

  @Test func `a sendable instantiator keeps its scope in other tasks`() async {
    let instantiator = withDependencies {
      $0.number = 7
    } operation: {
      SendableInstantiator<Reading> { Reading() }
    }

    let number = await Task.detached { instantiator.instantiate().number }.value

    #expect(number == 7)
  }

  // MARK: - Generated code

  @Test @MainActor func `a generated initializer takes the injected properties`() async {
    var closed = 0
    let screen = Feature.Screen(
      style: "plain",
      onClose: { closed += 1 },
      pair: nil,
      onCancel: { closed += 10 },
      reading: SendableInstantiator { Reading() }
    )

    screen.onClose()
    screen.onCancel()

    #expect([screen.style, screen.title] == ["plain", "screen"])
    #expect(screen.number == 3)
    #expect(screen.subtitle == nil)
    #expect(screen.pair == nil)
    #expect(closed == 11)
    #expect(await Uploader(reading: Reading()).number == 3)
  }

  @Test func `ForwardedProperties consists of the forwarded types`() {
    #expect(Reading.ForwardedProperties.self == Void.self)
    #expect(NamedReading.ForwardedProperties.self == String.self)
    #expect(Pair.ForwardedProperties.self == (left: Int, right: Int).self)
    #expect(Token.ForwardedProperties.self == Void.self)
  }
}
