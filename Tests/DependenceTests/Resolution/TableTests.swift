@testable import Dependence
import DependenceTesting
import Testing

struct NumberedWordsTests {
  @Test func `a word stays where it was put while the table grows`() {
    let words = NumberedWords()
    let values = [0, 15, 16, 400].map { ($0, UInt($0 + 1)) }

    for (number, value) in values { words.insert(value, number: number) }

    for (number, value) in values { #expect(words[number] == value) }
    #expect(words[1] == 0)
    #expect(words[100_000] == 0)
    var all: [Int: UInt] = [:]
    words.forEach { all[$1] = $0 }
    #expect(all == Dictionary(uniqueKeysWithValues: values))
  }
}

struct ImmortalTableTests {
  private final class Element: Sendable {}

  @Test func `every identity has one element, however large the table grows`() {
    let table = ImmortalTable()
    let identities = (0..<500 as Range<UInt>).map {
      ImmortalIdentity(object: $0 % 10, file: $0 / 10 % 10, place: $0 / 100)
    }

    let made = identities.map { identity in table.findOrInsert(identity) { Element() } }

    for (identity, element) in zip(identities, made) {
      #expect(table.find(identity.object, identity.file, identity.place) == element)
      #expect(table.findOrInsert(identity) { Element() } == element)
    }
    #expect(table.find(10) == 0)
    #expect(Set(table.all) == Set(made))
    #expect(made.count == Set(made).count)
  }
}
