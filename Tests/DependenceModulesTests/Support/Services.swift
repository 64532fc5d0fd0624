import DependenceModules
import TestKeys

/// Services that the tests of this folder register: objects that can be told apart.
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

/// Built on ``ServiceType``.
final class Store: StoreType {
  let service: any ServiceType

  init(service: any ServiceType) { self.service = service }

  init() {
    @Inject var service: any ServiceType
    self.service = service
  }
}

extension Dependencies {
  /// Made by itself.
  var service: Service { Service() }

  /// Built on ``service``.
  var cart: Cart { Cart() }

  /// Built on nothing.
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
  /// The line at which it reads its dependencies.
  static let site = SourceSite(line: #line + 4)
  let service: Service

  init() {
    @Dependency(\.service) var service
    self.service = service
  }
}
