import Clients
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@Suite(.dependencies)
struct EntryTests {
  @Test func theInitialValueIsThatOfTests() {
    @Dependency(\.signer) var signer
    @Dependency(\.paper) var paper
    #expect(signer.sign() == "test")
    #expect(paper == nil)
    #expect(innerSignature() == "test")
  }

  @Test(.dependency(\.paper, 3))
  func aKeyHasItsName() {
    #expect(Dependency(DependencyValues.PaperKey.self).wrappedValue == 3)
  }

  @Test(.dependencies { $0.signer = NamedSigner(name: "mine") })
  func readsItsOwnDouble() {
    @Dependency(\.signer, as: NamedSigner.self) var signer
    #expect(signer.sign() == "mine")
  }

  @Test(.dependencies { $0.ledger = Ledger.open }, .dependencies { $0.uuid = .incrementing })
  func anAliasReads() {
    #expect(Archive().entry() == "mine 00000000-0000-0000-0000-000000000000")
  }

  @Test func assigningReportsNothing() {
    withDependencies {
      $0.ledger.name = "changed"
    } operation: {
      #expect(Dependency(\.ledger).wrappedValue.name == "changed")
    }
  }
}

extension Ledger {
  static var open: Ledger {
    var ledger = LedgerKey.liveValue
    ledger.name = "mine"
    return ledger
  }
}
