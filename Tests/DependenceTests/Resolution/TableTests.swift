@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import Testing

struct ImmortalTableTests {
  private final class Element: Sendable {}

  @Test func `a growing table keeps one element for each identity`() {
    let table = ImmortalTable()
    let identities = (0..<500 as Range<UInt>).map {
      ImmortalIdentity(object: $0 % 10, file: $0 / 10 % 10, position: $0 / 100)
    }

    let made = identities.map { identity in table.findOrInsert(identity) { Element() } }

    for (identity, element) in zip(identities, made) {
      #expect(table.find(identity.object, identity.file, identity.position) == element)
      #expect(table.findOrInsert(identity) { Element() } == element)
    }
    #expect(table.find(10) == 0)
    #expect(made.count == Set(made).count)
  }
}
