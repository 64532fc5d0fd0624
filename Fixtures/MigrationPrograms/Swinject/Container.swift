/// An object that finds instances by their type, name and arguments.
public protocol Resolver {
  func resolve<Service>(_ type: Service.Type, name: String?) -> Service?
  func resolve<Service, First>(_ type: Service.Type, name: String?, argument: First) -> Service?
  func resolve<Service, First, Second>(
    _ type: Service.Type,
    name: String?,
    arguments first: First,
    _ second: Second
  ) -> Service?
}

extension Resolver {
  public func resolve<Service>(_ type: Service.Type) -> Service? { resolve(type, name: nil) }

  public func resolve<Service, First>(_ type: Service.Type, argument: First) -> Service? {
    resolve(type, name: nil, argument: argument)
  }

  public func resolve<Service, First, Second>(
    _ type: Service.Type,
    arguments first: First,
    _ second: Second
  ) -> Service? {
    resolve(type, name: nil, arguments: first, second)
  }
}

public final class Container: Resolver {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let arguments: ObjectIdentifier
    let name: String?
  }

  private var entries: [Key: AnyEntry] = [:]
  private let defaultScope: ObjectScope
  private let parent: Container?
  private var depth = 0
  /// The entries that have an instance in the current object graph.
  private var inGraph: [AnyEntry] = []

  public init(parent: Container? = nil, defaultObjectScope: ObjectScope = .graph) {
    (self.parent, defaultScope) = (parent, defaultObjectScope)
  }

  public convenience init(_ register: (Container) -> Void) {
    self.init()
    register(self)
  }

  @discardableResult
  public func register<Service>(
    _ type: Service.Type,
    name: String? = nil,
    factory make: @escaping (any Resolver) -> Service
  ) -> ServiceEntry<Service> {
    add(type, Void.self, name) { resolver, _ in make(resolver) }
  }

  @discardableResult
  public func register<Service, First>(
    _ type: Service.Type,
    name: String? = nil,
    factory make: @escaping (any Resolver, First) -> Service
  ) -> ServiceEntry<Service> {
    add(type, First.self, name) { make($0, $1 as! First) }
  }

  @discardableResult
  public func register<Service, First, Second>(
    _ type: Service.Type,
    name: String? = nil,
    factory make: @escaping (any Resolver, First, Second) -> Service
  ) -> ServiceEntry<Service> {
    add(type, (First, Second).self, name) { resolver, arguments in
      let (first, second) = arguments as! (First, Second)
      return make(resolver, first, second)
    }
  }

  private func add<Service, Arguments>(
    _ type: Service.Type,
    _ arguments: Arguments.Type,
    _ name: String?,
    _ make: @escaping (any Resolver, Any) -> Service
  ) -> ServiceEntry<Service> {
    let key = Key(type: ObjectIdentifier(type), arguments: ObjectIdentifier(arguments), name: name)
    let entry = ServiceEntry<Service>(make, scope: defaultScope)
    entries[key] = entry
    return entry
  }

  public func resolve<Service>(_ type: Service.Type, name: String?) -> Service? {
    find(type, Void.self, name, ())
  }

  public func resolve<Service, First>(_ type: Service.Type, name: String?, argument: First)
    -> Service?
  { find(type, First.self, name, argument) }

  public func resolve<Service, First, Second>(
    _ type: Service.Type,
    name: String?,
    arguments first: First,
    _ second: Second
  ) -> Service? {
    find(type, (First, Second).self, name, (first, second))
  }

  private func find<Service, Arguments>(
    _ type: Service.Type,
    _ arguments: Arguments.Type,
    _ name: String?,
    _ values: Any
  ) -> Service? {
    let key = Key(type: ObjectIdentifier(type), arguments: ObjectIdentifier(arguments), name: name)
    var container: Container? = self
    while let current = container {
      if let entry = current.entries[key] { return instance(of: entry, values) as? Service }
      container = current.parent
    }
    // An optional type is resolved with the registration of its wrapped type.
    guard let optional = type as? any AnyOptional.Type else { return nil }
    return optional.resolve(in: self, name) as? Service
  }

  private func instance(of entry: AnyEntry, _ arguments: Any) -> Any {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 {
        for entry in inGraph { entry.graph = nil }
        inGraph = []
      }
    }
    if let kept = entry.kept { return kept }
    let made = entry.make(self, arguments)
    if let kept = entry.kept { return kept }
    entry.keep(made)
    inGraph.append(entry)
    entry.complete(self, made)
    return made
  }
}

private protocol AnyOptional {
  static func resolve(in container: Container, _ name: String?) -> Any
}

extension Optional: AnyOptional {
  fileprivate static func resolve(in container: Container, _ name: String?) -> Any {
    container.resolve(Wrapped.self, name: name) as Any
  }
}

/// A registration, without the static type of its service.
public class AnyEntry {
  fileprivate let make: (any Resolver, Any) -> Any
  fileprivate var scope: ObjectScope
  fileprivate var graph: Any?
  private var strong: Any?
  private weak var object: AnyObject?

  fileprivate init(_ make: @escaping (any Resolver, Any) -> Any, scope: ObjectScope) {
    (self.make, self.scope) = (make, scope)
  }

  fileprivate var kept: Any? {
    switch scope.kind {
    case .transient: nil
    case .graph: graph
    case .container: strong
    case .weak: graph ?? object
    }
  }

  fileprivate func keep(_ instance: Any) {
    switch scope.kind {
    case .transient: break
    case .graph: graph = instance
    case .container: strong = instance
    case .weak:
      graph = instance
      object = Swift.type(of: instance) is AnyObject.Type ? instance as AnyObject : nil
    }
  }

  fileprivate func complete(_ resolver: any Resolver, _ instance: Any) {}
}

public final class ServiceEntry<Service>: AnyEntry {
  private var completions: [(any Resolver, Service) -> Void] = []

  @discardableResult
  public func inObjectScope(_ scope: ObjectScope) -> Self {
    self.scope = scope
    return self
  }

  @discardableResult
  public func initCompleted(_ complete: @escaping (any Resolver, Service) -> Void) -> Self {
    completions.append(complete)
    return self
  }

  override fileprivate func complete(_ resolver: any Resolver, _ instance: Any) {
    for complete in completions { complete(resolver, instance as! Service) }
  }
}

/// A rule for how long a container keeps an instance.
public struct ObjectScope: Sendable {
  fileprivate enum Kind { case transient, graph, container, weak }

  fileprivate let kind: Kind

  public static let transient = ObjectScope(kind: .transient)
  public static let graph = ObjectScope(kind: .graph)
  public static let container = ObjectScope(kind: .container)
  public static let weak = ObjectScope(kind: .weak)
}
