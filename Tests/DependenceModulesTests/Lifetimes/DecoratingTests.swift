import DependenceModules
import DependenceTesting
import TestKeys
import Testing

private final class Loud: ServiceType {
  let text: String
  init(_ service: any ServiceType) {
    text = service.text.uppercased() + "\(DependencyValues.current.number)"
  }
}

private let plain = Dependencies {
  Module { Service("plain") as any ServiceType }
  Module("named", lifetime: .transient) { Service("named") as any ServiceType }
  Module { (service: any ServiceType) in Store(service: service) as any StoreType }
}

struct DecoratingTests {
  @Inject private var service: any ServiceType
  @Inject("named") private var named: any ServiceType
  @Inject private var store: any StoreType

  @Test(.modules(plain.decorated { (service: any ServiceType) in Loud(service) }))
  func `a decorator transforms all values of its type, named and unnamed`() {
    #expect(service.text == "PLAIN3")
    #expect(named.text == "NAMED3")
    #expect(store.service === service)
  }

  @Test(.modules(plain.decorated { (service: any ServiceType) in Loud(service) }))
  func `a decorator sees the overrides of the current scope`() {
    let text = withDependencies {
      $0.number = 7
    } operation: {
      store.service.text
    }

    #expect(text == "PLAIN7")
    #expect(store.service.text == "PLAIN3")
  }

  @Test func `the last decorator is the outermost`() {
    let modules = plain.decorated { (service: any ServiceType) in Service(service.text + "1") }
      .decorated { (service: any ServiceType) in Service(service.text + "2") }

    withDependencies(modules) { #expect(service.text == "plain12") }
  }

  @Test func `an observer receives each created value once`() {
    let made = LockBox<[String]>([])
    let modules = plain.observed { name, value in
      made.withValue { $0.append("\(name): \((value as? any ServiceType)?.text ?? "store")") }
    }

    withDependencies(modules) {
      _ = (store, service, named, named)
      withDependencies {
        $0[module: (any StoreType).self] = Store(service: service)
      } operation: {
        _ = store
      }
    }

    #expect(
      made.value == [
        "any ServiceType: plain", "any StoreType: store", #"any ServiceType named "named": named"#,
        #"any ServiceType named "named": named"#,
      ]
    )
  }

  @Test func `decorators and observers apply to asynchronous modules`() async throws {
    let made = LockBox<[String]>([])
    let modules = Dependencies { Module { () async in Service("async") as any ServiceType } }
      .decorated { (service: any ServiceType) in Loud(service) }
      .observed { name, _ in made.withValue { $0.append(name) } }

    let text = try await withDependencies(modules) {
      try await Dependencies.resolveAsync((any ServiceType).self).text
    }

    #expect(text == "ASYNC3")
    #expect(made.value == ["any ServiceType"])
  }

  @Test func `a decorator for an unregistered type reports an issue`() throws {
    let reported = issues {
      let modules = plain.decorated { (service: Service) in service }
      withDependencies(modules) { #expect(service.text == "plain") }
    }

    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.site.line == #line - 6)
    #expect(
      issue.message == """
        Dependencies.decorated found no module to decorate: none of any ServiceType, any ServiceType named "named", any \
        StoreType is registered as Service. Declare the parameter of the closure with the type of one of these \
        dependencies.
        """
    )
  }

  @Test func `an observed list is validated like the original list`() throws {
    let modules = Dependencies {
      Module { (missing: Token) in First() }
      Module { () -> Second in fatalError("live") }.skippingValidation()
    }.observed { _, _ in }

    let error = validationError(of: modules)

    #expect(error?.findings.map(\.kind) == [.unregistered])
    #expect(error?.unchecked.count == 2)
  }
}
