import Testing

@testable import MutantKit

struct EquivalentsTests {
  private static let mutation = MutationFinder().mutations(of: "let a = 1", file: "F.swift")[0]

  @Test func `an entry gives the reason for the mutation that it identifies`() throws {
    let list = try Equivalents(
      parsing: "# comment\n\n\(Self.mutation.fingerprint) => nobody reads it\n"
    )

    #expect(list.reason(for: Self.mutation) == "nobody reads it")
    #expect(list.stale(among: [Self.mutation]).isEmpty)
  }

  @Test func `an entry matches a mutation at only one position`() throws {
    let found = MutationFinder().mutations(of: "let a = 1\nlet b = (1, 1)", file: "F.swift")
    let list = try Equivalents(parsing: "F.swift | changed number | let b = ([-1-]{+2+}, 1) => r\n")

    #expect(found.map { list.reason(for: $0) } == [nil, "r", nil])
  }

  @Test func `an entry that no longer matches a mutation is stale`() throws {
    let list = try Equivalents(parsing: "F.swift | changed number | let a = [-8-]{+9+} => old\n")

    #expect(list.stale(among: [Self.mutation]).map(\.line) == [1])
    #expect(list.reason(for: Self.mutation) == nil)
  }

  @Test func `an entry without a reason is rejected`() {
    #expect(throws: Equivalents.Malformed.self) {
      try Equivalents(parsing: "# a\nF.swift | changed number")
    }
  }
}
