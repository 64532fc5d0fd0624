import DependenceModules
import TestKeys

/// The service that the tests of this target register. Its instances can be compared by identity.
protocol ServiceType: AnyObject, Sendable {
  var text: String { get }
}

final class Service: ServiceType {
  let text: String

  init(_ text: String = "own") { self.text = text }
}

protocol StoreType: AnyObject, Sendable {
  var service: any ServiceType { get }
}

/// A store that depends on ``ServiceType``.
final class Store: StoreType {
  let service: any ServiceType

  init(service: any ServiceType) { self.service = service }

  init() {
    @Inject var service: any ServiceType
    self.service = service
  }
}

extension Dependencies {
  /// A property with a default value and without dependencies.
  var service: Service { Service() }

  /// A property that depends on ``service``.
  var cart: Cart { Cart() }

  /// Another property without dependencies.
  var clock: Token { Token() }

  var forwarded: Service { Dependencies.forwarding(for: \.forwarded) }

  var forwardedToOther: Service { Dependencies.forwarding(for: \.service) }

  var contextual: Service {
    switch Dependencies.context {
    case .preview: Service("preview")
    case .test: Service("test")
    case .live: Service("live")
    }
  }
}

final class Cart: Sendable {
  /// The location at which the initializer reads its dependency.
  static let site = SourceSite(line: #line + 4)
  let service: Service

  init() {
    @Dependency(\.service) var service
    self.service = service
  }
}
