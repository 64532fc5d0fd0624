// Declarations with the names of the library "Swinject", for code that is compiled but never run.

public protocol Resolver {
  func resolve<Service>(_ type: Service.Type) -> Service?
  func resolve<Service>(_ type: Service.Type, name: String?) -> Service?
}

public final class Container: Resolver {
  public init() {}

  @discardableResult
  public func register<Service>(
    _ type: Service.Type,
    name: String? = nil,
    factory: @escaping (any Resolver) -> Service
  ) -> ServiceEntry<Service> {
    fatalError()
  }

  public func resolve<Service>(_ type: Service.Type) -> Service? { fatalError() }
  public func resolve<Service>(_ type: Service.Type, name: String?) -> Service? { fatalError() }
}

public final class ServiceEntry<Service> {
  @discardableResult
  public func inObjectScope(_ scope: ObjectScope) -> Self { fatalError() }
}

public struct ObjectScope: Sendable {
  public static let container = ObjectScope()
  public static let transient = ObjectScope()
}

public protocol Assembly {
  func assemble(container: Container)
}

public final class Assembler {
  public init(_ assemblies: [any Assembly]) {}
  public var resolver: any Resolver { fatalError() }
}
