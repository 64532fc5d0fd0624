public protocol Assembly {
  func assemble(container: Container)
  func loaded(resolver: any Resolver)
}

extension Assembly {
  public func loaded(resolver: any Resolver) {}
}

public final class Assembler {
  private let container: Container

  public var resolver: any Resolver { container }

  public init(container: Container = Container()) { self.container = container }

  public convenience init(_ assemblies: [any Assembly], container: Container = Container()) {
    self.init(container: container)
    apply(assemblies: assemblies)
  }

  public func apply(assemblies: [any Assembly]) {
    for assembly in assemblies { assembly.assemble(container: container) }
    for assembly in assemblies { assembly.loaded(resolver: resolver) }
  }

  public func apply(assembly: any Assembly) { apply(assemblies: [assembly]) }
}
