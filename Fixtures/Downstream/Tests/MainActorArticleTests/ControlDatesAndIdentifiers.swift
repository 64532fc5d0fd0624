import DependenceFoundation
import Foundation

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
