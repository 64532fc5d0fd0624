import Dependence
import Foundation
import Testing

struct LocalizedErrorTests {
  @Test(
    arguments: [
      DependencyError.unimplemented("Client.load")

    ] as [any Error]
  )
  func `the localized description equals the description of the error`(error: any Error) {
    #expect(error.localizedDescription == "\(error)")
  }
}
