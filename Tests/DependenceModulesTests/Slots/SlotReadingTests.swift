@testable import DependenceModules
import Dependence
import DependenceTesting
import TestKeys
import Testing

struct SlotReadingTests {
  @Test func `a value that was read twice from a scope is remembered there, and nowhere else`() {
    let slot = Slots.slot(of: Token.self)
    let modules = Dependencies { Module { Token() } }

    withDependencies(modules) {
      let frame = Frame.current
      let values = (0..<3).map { _ in slot.read(from: frame, at: .unknown) }

      #expect(values.allSatisfy { $0 === values[0] })
      #expect(frame.remembered(slot.registration, as: Token.self) === values[0])
      withDependencies(modules) {
        #expect(Frame.current.remembered(slot.registration, as: Token.self) == nil)
      }
    }
  }

  @Test func `an override of what is not registered is read from its first generation on`() throws {
    struct Unregistered: Sendable, Equatable { let number: Int }

    Dependencies.override(Unregistered.self) { Unregistered(number: 1) }

    #expect(try Dependencies.resolve(Unregistered.self) == Unregistered(number: 1))
  }
}
