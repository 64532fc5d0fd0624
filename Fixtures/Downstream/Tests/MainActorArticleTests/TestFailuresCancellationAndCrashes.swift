import DependenceFoundation
import Foundation

struct Timeout: Error {}

struct Checkout {
  let charge: @Sendable (_ cents: Int, _ key: UUID) async throws -> Void
  @Dependency(\.uuid) private var uuid

  init(charge: @escaping @Sendable (_ cents: Int, _ key: UUID) async throws -> Void) {
    self.charge = charge
  }

  func pay(_ cents: Int) async throws {
    do {
      try await charge(cents, uuid())
    } catch is Timeout {
      try await charge(cents, uuid())
    }
  }
}
