@testable import DependenceModules
import Dependence
import DependenceTesting
import TestKeys
import Testing

struct SlotReadingTests {
  @Test func `a value is shared in its scope, but not with an inner registering scope`() {
    let slot = Slots.slot(of: Token.self)
    let modules = Dependencies { Module { Token() } }

    withDependencies(modules) {
      let frame = Frame.current
      let values = (0..<3).map { _ in slot.read(from: frame, at: .unknown) }

      #expect(values.allSatisfy { $0 === values[0] })
      withDependencies(modules) {
        #expect(slot.read(from: .current, at: .unknown) !== values[0])
      }
    }
  }

  @Test func `a wrapper that has already read a value sees a later override`() {
    struct Number: Sendable { let value: Int }
    @Inject var number: Number

    withDependencies(Dependencies { Module { Number(value: 1) } }) {
      let before = (0..<3).map { _ in number.value }
      Dependencies.override(Number.self) { Number(value: 2) }

      #expect(before == [1, 1, 1])
      #expect((0..<3).map { _ in number.value } == [2, 2, 2])
    }
  }

  @Test func `a factory that resets its own dependency is reported, and its value is returned`()
    async throws
  {
    let modules = Dependencies {
      Module { () -> Service in
        Dependencies.reset()
        return Service("made")
      }
      Module { () async throws -> Token in
        Dependencies.reset(Token.self)
        return Token()
      }
    }

    let found = await issues(from: {
      // Property wrappers detect later resets only after the first reset in the process.
      Dependencies.reset()
      await withDependencies(modules) {
        @Inject var service: Service
        #expect(service.text == "made")
        await #expect(throws: ModuleError.self) { try await Dependencies.resolveAsync(Token.self) }
      }
    })

    #expect(
      Array(found.map(\.message).prefix(2))
        == ["Service", "Token"].map {
          """
          \($0) was overridden or reset while it was created, 200 times in a row. Probably its factory calls a method such \
          as Dependencies.reset or Dependencies.override. Call the method before the dependency is read.
          """
        }
    )
  }

  @Test func `an override of an unregistered type can be resolved`() throws {
    struct Unregistered: Sendable, Equatable { let number: Int }

    Dependencies.override(Unregistered.self) { Unregistered(number: 1) }

    #expect(try Dependencies.resolve(Unregistered.self) == Unregistered(number: 1))
  }
}
