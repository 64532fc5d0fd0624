import DependenceFoundation
import DependenceTesting
import Foundation
import Testing

struct Loan: Equatable {
  let id: UUID
  let title: String
  let due: Date
}

struct Library {
  @Dependency(\.calendar) private var calendar
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid

  func lend(_ title: String) -> Loan? {
    calendar.date(byAdding: .day, value: 21, to: date()).map {
      Loan(id: uuid(), title: title, due: $0)
    }
  }
}

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
