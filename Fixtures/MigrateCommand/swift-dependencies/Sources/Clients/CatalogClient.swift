import Dependencies
import DependenciesMacros
import Foundation

public struct Article: Equatable, Sendable, Identifiable {
  public let id: UUID
  public var name: String

  public init(id: UUID, name: String) {
    self.id = id
    self.name = name
  }
}

/// A client for the articles of the shop. Its live value is in a separate module.
@DependencyClient
public struct CatalogClient: Sendable {
  public var articles: @Sendable (_ matching: String) async throws -> [Article]
  public var remove: @Sendable (_ id: UUID) async throws -> Void
  public var isOpen: @Sendable () -> Bool = { false }
  public var log: @Sendable (String) -> Void
}

extension CatalogClient: TestDependencyKey {
  public static let testValue = Self()

  public static let previewValue = Self(
    articles: { _ in [] },
    remove: { _ in },
    isOpen: { true },
    log: { _ in }
  )
}

extension DependencyValues {
  public var catalog: CatalogClient {
    get { self[CatalogClient.self] }
    set { self[CatalogClient.self] = newValue }
  }
}
