import DependenceFoundation
import DependenceTesting
import Foundation
import Testing

@Test(
  .dependencies {
    $0.calendar.timeZone = .gmt
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.uuid = .incrementing
  }
)
func `a loan is due after three weeks`() {
  let loan = Library().lend("Reynard the Fox")

  let due = Date(timeIntervalSince1970: 21 * 24 * 60 * 60)
  #expect(loan == Loan(id: UUID(0), title: "Reynard the Fox", due: due))
}
