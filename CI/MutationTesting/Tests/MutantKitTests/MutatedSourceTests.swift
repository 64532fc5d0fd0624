import Foundation
import Testing

@testable import MutantKit

struct MutatedSourceTests {
  private static let source = """
    func f(ä: Int) -> Bool {
      log("é")
      return ä < 1
    }

    """

  private static func mutations(_ kinds: Mutation.Kind...) -> [Mutation] {
    MutationFinder().mutations(of: source, file: "Sources/A/F.swift")
      .filter { kinds.contains($0.kind) }
  }

  @Test func `each mutant is behind a runtime switch next to the original code`() {
    let found = Self.mutations(.droppedStatement, .movedBoundary)
    let mutated = MutatedSource(Self.source, mutants: [3: found[0], 7: found[1]])

    #expect(
      mutated.text == """
        func f(ä: Int) -> Bool {
          if !__isMutant(3) { log("é") }
          return (__isMutant(7) ? ä <= 1 : ä < 1)
        }

        """
    )
    #expect(mutated.lines == [3: 2...2, 7: 3...3])
  }

  @Test func `a file without mutants is unchanged`() {
    #expect(MutatedSource(Self.source, mutants: [:]).text == Self.source)
  }

  @Test func `an error suspects the mutants in its line, or otherwise all in its file`() {
    let found = Self.mutations(.droppedStatement, .movedBoundary)
    let mutated = MutatedSource(Self.source, mutants: [3: found[0], 7: found[1]])

    #expect(mutated.mutants(at: 3) == [7])
    #expect(mutated.mutants(at: 1).sorted() == [3, 7])
  }

  @Test func `an error in a file without mutants suspects the mutants of its module`() {
    let mutated = MutatedSource(Self.source, mutants: [3: Self.mutations(.movedBoundary)[0]])
    let files = ["Sources/A/F.swift": mutated]
    let folder = URL(filePath: "/tree")

    func suspects(_ output: String) -> Set<Int> {
      MutantBuild.suspects(of: output, in: files, folder: folder)
    }
    #expect(suspects("/tree/Sources/A/F.swift:3:1: error: no") == [3])
    #expect(suspects("/tree/Sources/A/G.swift:9:1: error: no") == [3])
    #expect(suspects("/tree/Sources/B/G.swift:9:1: error: no") == [])
    #expect(suspects("/tree/Sources/A/F.swift:3:1: warning: no") == [])
  }
}
