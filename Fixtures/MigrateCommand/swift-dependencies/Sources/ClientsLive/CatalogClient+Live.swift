import Clients
import Dependencies
import Foundation

extension CatalogClient: DependencyKey {
  public static let liveValue = CatalogClient(
    articles: { [Article(id: UUID(), name: $0)] },
    remove: { _ in },
    isOpen: { true },
    log: { print($0) }
  )
}

extension DependencyValues.SignerKey: DependencyKey {
  public static var liveValue: any Signer { NamedSigner(name: "live") }
}
