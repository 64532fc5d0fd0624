import Dependence
import Foundation
import Testing

struct LocalizedErrorTests {
  @Test(
    arguments: [
      DependencyError.unimplemented("Client.load")

    ] as [any Error]
  )
  func `a localized description says what the error says`(error: any Error) {
    #expect(error.localizedDescription == "\(error)")
  }
}
