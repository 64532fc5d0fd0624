import SwiftSyntax

/// A registration in a Swinject container, such as
/// `container.register(Service.self) { … }.inObjectScope(.container)`.
struct Registration {
  /// The type, the optional name, and the number of arguments that identify a service. The type and
  /// the name are source code. For example, `register(Service.self, name: "main")` has the type
  /// `Service` and the name `"main"`. The type is the one that ``ProjectNames/canonical(_:at:)``
  /// returns.
  ///
  /// Swinject also distinguishes the types of the arguments. The key does not contain them, because
  /// a call of `resolve` does not show them.
  struct Key: Hashable {
    var type: String
    var name: String?
    var argumentCount = 0
  }

  let key: Key
  /// Whether the registration is in a test. Such a registration may replace one in production code.
  var isTest = false
  let type: String
  /// The additional types that Swinject provides the instance as, listed in `.implements(…)`.
  private(set) var forwarded: [String] = []
  private(set) var scope: String?
  private(set) var completion: ClosureExprSyntax?
  let closure: ClosureExprSyntax
  /// The closure's parameters, except for the first one, which is always the resolver.
  let parameters: [(name: String, type: String)]
  /// The name of the closure's resolver parameter, or `nil` if the closure uses `$0`.
  let resolver: String?
  /// The keys of the services that the registration's closures resolve. Each call to `resolve` adds
  /// its key once. A call in a loop adds its key twice, because it may resolve the service several
  /// times.
  let resolved: [Key]
  /// The keys for the types in `forwarded`.
  private let forwardedKeys: [Key]

  init?(_ expression: ExprSyntax, in names: ProjectNames) {
    guard var call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    while let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base?.as(FunctionCallExprSyntax.self)
    {
      switch member.declName.baseName.text {
      case "implements":
        let types = call.arguments.compactMap { $0.label == nil ? $0.expression.metatype : nil }
        guard types.count == call.arguments.count else { return nil }
        forwarded = types + forwarded
      case "inObjectScope":
        let text = call.arguments.first?.expression.trimmedDescription
        scope = text.map { $0.hasPrefix("ObjectScope.") ? String($0.dropFirst(11)) : $0 }
      case "initCompleted" where completion == nil:
        guard let closure = call.trailingClosure else { return nil }
        completion = closure
      default: return nil
      }
      call = base
    }
    guard call.calledExpression.lastComponent == "register",
      let type = call.arguments.first?.expression.metatype,
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      call.arguments.dropFirst().allSatisfy({ ["name", "factory"].contains($0.label?.text) }),
      !closure.statements.isEmpty, closure.signature?.capture?.isOfSelf != false
    else { return nil }
    let all = closure.parameters
    parameters = all.dropFirst().compactMap { name, type in type.map { (name, $0) } }
    guard parameters.count == all.dropFirst().count else { return nil }
    resolver = all.first?.name
    let count = parameters.count
    key = Key(type, named: call.argument("name"), arguments: count, at: call, in: names)
    forwardedKeys = forwarded.map { Key($0, named: nil, arguments: count, at: call, in: names) }
    resolved = [closure, completion].compactMap { $0?.statements }.flatMap { statements in
      statements.nodes(FunctionCallExprSyntax.self).flatMap { call in
        let count = call.isRepeated(in: Syntax(statements)) ? 2 : 1
        return Resolution(call, in: names).map { Array(repeating: $0.key, count: count) } ?? []
      }
    }
    (self.type, self.closure) = (type, closure)
  }

  /// The keys that Swinject finds the registration under: its own key, and one for each type in
  /// `forwarded`.
  var keys: [Key] { [key] + forwardedKeys }

  /// The types of the arguments that the closure takes.
  var argumentTypes: [String] { parameters.map(\.type) }

  /// Returns the scope of the registration, which determines how long Swinject keeps an instance.
  /// If the registration declares no scope, returns the default scope of the project's containers,
  /// or `nil` if the containers have different default scopes.
  func scope(in project: ProjectIndex) -> String? { scope ?? project.defaultScope }

  /// Returns the registration's scope as a phrase for a report, such as `the scope '.weak'`.
  func scopeText(in project: ProjectIndex) -> String {
    scope(in: project).map { "the scope '\($0)'" } ?? "the default scope of its container"
  }

  /// Returns `true` if Swinject may return the same instance when the registered service is
  /// resolved twice.
  func isKept(in project: ProjectIndex) -> Bool {
    let scope = scope(in: project)
    guard scope == ".graph" else { return scope != ".transient" }
    return project.repeatedServices.contains(key)
  }

  /// Returns `true` if the migrated code needs a `Provider`, which creates a new instance for each
  /// read. It does if Swinject creates a new instance each time it resolves the service, unless all
  /// instances are the same constant value.
  fileprivate func isMadeAnew(in project: ProjectIndex) -> Bool {
    !isKept(in: project) && !project.isConstant(closure, as: type.nameForLookup)
  }
}

extension Registration.Key {
  init(
    _ type: String,
    named name: ExprSyntax?,
    arguments: Int = 0,
    at node: some SyntaxProtocol,
    in names: ProjectNames
  ) {
    argumentCount = arguments
    self.type = names.canonical(type, at: node)
    self.name = name?.is(NilLiteralExprSyntax.self) == true ? nil : name?.trimmedDescription
  }

  /// Whether the source code shows the name: the service has none, or its name is a string literal
  /// without interpolation.
  private var showsName: Bool {
    name.map { $0.hasPrefix("\"") && !$0.contains("\\(") } ?? true
  }

  /// Whether all uses of the same name in the source code mean the same string: a literal, or a
  /// static member such as `Names.main`. A variable such as `name` may differ in each function.
  fileprivate var isNamedByConstant: Bool {
    guard let name, !showsName else { return true }
    return name.first?.isUppercase == true && !name.contains("(") && !name.hasPrefix("Self.")
  }

  /// Whether the service may have no name: the key has none, or its name is a variable that may be
  /// `nil`.
  private var mayLackName: Bool {
    guard let name else { return true }
    return !isNamedByConstant && !name.hasPrefix("\"") && !name.hasSuffix(".rawValue")
  }

  /// Returns `true` if both keys may identify the same service. If the source code does not show
  /// one of the names, the service may have any name.
  func mayMean(_ other: Self) -> Bool {
    guard type == other.type, argumentCount == other.argumentCount else { return false }
    if name == nil || other.name == nil { return mayLackName && other.mayLackName }
    return name == other.name || !showsName || !other.showsName
  }
}

/// A call that resolves a service, such as
/// `resolver.resolve(Service.self, name: "…", argument: 1)`.
struct Resolution {
  let key: Registration.Key
  let type: String
  let arguments: [String]

  /// The wrapped type if the resolved type is an optional, or `nil` otherwise.
  var wrapped: String? {
    if type.hasPrefix("Optional<"), type.hasSuffix(">") {
      return String(type.dropFirst(9).dropLast())
    }
    guard type.hasSuffix("?") else { return nil }
    let wrapped = type.dropLast()
    return wrapped.hasPrefix("(") ? String(wrapped.dropFirst().dropLast()) : String(wrapped)
  }

  init(key: Registration.Key, type: String) { (self.key, self.type, arguments) = (key, type, []) }

  init?(_ node: FunctionCallExprSyntax, in names: ProjectNames) {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "resolve", member.base != nil,
      let type = node.arguments.first?.expression.metatype
    else { return nil }
    self.type = type
    arguments = node.arguments.dropFirst().filter { $0.label?.text != "name" }
      .map(\.expression.trimmedDescription)
    let (name, count) = (node.argument("name"), arguments.count)
    key = Registration.Key(type, named: name, arguments: count, at: node, in: names)
  }
}

extension ProjectIndex {
  /// Returns the registrations that a key may refer to, keyed by their own keys. If the source code
  /// does not show a name, these are all registrations of the type that may have this name.
  private func registrations(for key: Registration.Key) -> [Registration.Key: [Registration]] {
    if key.isNamedByConstant, let exact = registrations[key] { return [key: exact] }
    return registrations.filter { key.mayMean($0.key) }
  }

  /// Returns `true` if a service that the key may refer to is registered.
  func isRegistered(_ key: Registration.Key) -> Bool { !registrations(for: key).isEmpty }

  /// Returns the keys of the services that code resolves, directly or in functions of the project
  /// that it calls. Functions are found by their names.
  func servicesResolved(by code: [Syntax]) -> [Registration.Key] {
    var found: [Registration.Key] = []
    var seen: Set<String> = []
    // Do not follow calls of functions that contain the code, because such a function has not ended
    // when the code runs.
    let running = Set(code.flatMap { $0.ancestors.map(\.id) })
    var pending = code
    while let node = pending.popLast() {
      let calls = node.nodes(FunctionCallExprSyntax.self) { node in
        // A closure that is registered does not run where it is written.
        node.as(ClosureExprSyntax.self)?.receiver?.calledExpression.lastComponent == "register"
      }
      found += calls.compactMap { Resolution($0, in: names)?.key }
      for name in calls.compactMap({ $0.calledExpression.member?.name })
      where seen.insert(name).inserted {
        pending += functions[name, default: []].compactMap(\.body)
          .filter { !running.contains($0.id) }.map { Syntax($0) }
      }
    }
    return found
  }

  /// Returns `true` if creating the services with the given `keys` resolves the service with the
  /// key `key`, directly or indirectly.
  func isReached(_ key: Registration.Key, from keys: [Registration.Key]) -> Bool {
    var seen: Set<Registration.Key> = []
    var next = keys
    while let current = next.popLast() {
      if current.mayMean(key) { return true }
      guard seen.insert(current).inserted else { continue }
      next += registrations(for: current).values.joined().flatMap(\.resolved)
    }
    return false
  }

  /// Returns the services that Swinject resolves more than once during a single outermost call to
  /// `resolve`. In the scope `.graph`, all resolutions of such a service during that call return
  /// the same instance. Any other service in this scope gets a new instance for each outermost
  /// call.
  func findRepeatedServices() -> Set<Registration.Key> {
    var repeated: Set<Registration.Key> = []
    for root in registrations.keys {
      var seen: Set<Registration.Key> = []
      var next = [root]
      while let key = next.popLast() {
        for service in Set(registrations(for: key).values.joined().map(\.key)) {
          let all = registrations[service, default: []]
          let isFirst = seen.insert(service).inserted
          // Swinject runs a service's closure again only in the scope `.transient`, which keeps no
          // instance. Follow such a closure a second time, so that the services that it resolves
          // count as repeated. Following it a third time would find no further services.
          let isNew = !isFirst && repeated.insert(service).inserted
          let runsAgain = all.contains { $0.scope(in: self) == ".transient" }
          if isFirst || isNew && runsAgain { next += all.flatMap(\.resolved) }
        }
      }
    }
    return repeated
  }

  /// Returns how a migrated `Module` provides a service: its form, such as one shared instance or a
  /// provider of new instances, and the type that the migrated code resolves. For example, a
  /// service that needs a new instance for each read is resolved as `Provider<Service>`.
  func provided(_ key: Registration.Key, as type: String) -> (form: Form, type: String) {
    let all = found(by: key, as: type)
    if all.count == 1, let only = all.first { return (only.value, only.key) }
    return (.value, type.contains(" ") ? "(\(type))" : type)
  }

  /// Returns the form and the type of the value that the migrated `Module` of a registration
  /// provides.
  func provided(by registration: Registration) -> (form: Form, type: String) {
    let key = registration.key
    return provided(registrations[key] ?? [registration], as: registration.type)
  }

  /// Returns the types that the migrated code may have to resolve to get a service, each with the
  /// form of the value. There are several if the source code does not show the name of the service,
  /// and none if the service is not registered.
  private func found(by key: Registration.Key, as type: String) -> [String: Form] {
    var found: [String: Form] = [:]
    let all = registrations(for: key).values.flatMap {
      Dictionary(grouping: $0, by: \.argumentTypes).values
    }
    for same in all {
      let (form, type) = provided(same, as: type)
      found[type] = form
    }
    return found
  }

  /// Returns the form and the type of the value that the migrated modules of the given
  /// registrations, which all have the same key and the same argument types, provide.
  private func provided(_ all: [Registration], as type: String) -> (form: Form, type: String) {
    if let taken = all.first?.argumentTypes, !taken.isEmpty {
      return (.closure, "(@Sendable (\(taken.joined(separator: ", "))) -> \(type))")
    }
    if all.allSatisfy({ $0.isMadeAnew(in: self) }) {
      return (.provider, "\(qualified("Provider"))<\(type)>")
    }
    return (.value, type.contains(" ") ? "(\(type))" : type)
  }

  /// Returns the types that the project's code resolves to get a service with the given key. There
  /// are several if the services with the key's type are provided in different forms, and some code
  /// resolves them by names that the source code does not show.
  func typesOfReaders(of key: Registration.Key) -> [String] {
    let readers = resolutions.filter { $0.key.mayMean(key) }
    return Set(readers.map { provided($0.key, as: $0.type).type }).sorted()
  }

  /// Returns the reason that the migrated code might not find a service that Swinject found,
  /// together with advice. Returns `nil` if the migrated code finds the service.
  func problem(with resolution: Resolution) -> (why: String, remedy: String)? {
    let key = resolution.key
    let name = key.name.map { " with the name \($0)" } ?? ""
    let found = found(by: key, as: resolution.type)
    if found.count > 1 {
      let types = found.keys.sorted().map { "'\($0)'" }.joined(separator: " or ")
      if key.argumentCount > 0, key.isNamedByConstant {
        return (
          "'\(resolution.type)' is registered several times, with arguments of different types",
          "resolve the closure type that matches the arguments of this call (\(types)), and call the result with them"
        )
      }
      return (
        "the name \(key.name ?? "") may refer to services that modules provide as different types",
        "resolve the type that the module with this name provides (\(types)); a lookup of another type finds nothing"
      )
    }
    guard found.isEmpty, key.argumentCount == 0,
      !unsupportedRegistrations.contains(where: key.mayMean)
    else { return nil }
    let takesArguments = registrations.keys.contains { $0.type == key.type && $0.argumentCount > 0 }
    return (
      "the migrated files do not register '\(resolution.type)'\(name)"
        + (takesArguments ? " without arguments" : ""),
      "resolve the type and the name of the module that provides it, or 'Provider' if the module provides one; any other lookup finds nothing"
    )
  }

  /// The keys of the calls of `register` and `autoregister` that are not in `registrations`, because
  /// no module can express them.
  private var unsupportedRegistrations: [Registration.Key] {
    registeredKeys.filter { !isRegistered($0) }
  }
}

extension FunctionDeclSyntax {
  /// The name of the function's only parameter if it is a `Container`, or `nil` for other
  /// functions.
  var container: String? {
    let parameters = signature.parameterClause.parameters
    guard parameters.count == 1, let only = parameters.first,
      only.type.lastComponent == "Container"
    else { return nil }
    return only.name
  }

  /// Whether the function is the `assemble` method of a Swinject assembly, which registers services
  /// in a container. The migration replaces the method with a property that lists modules.
  var isAssemble: Bool {
    name.text == "assemble" && container != nil && body != nil && signature.effectSpecifiers == nil
  }

  /// Whether the function registers services in a container that it receives as an argument. The
  /// `assemble` method of an `Assembly` does not count.
  var isAssembler: Bool {
    guard let container, let body, name.text != "assemble", signature.returnClause == nil
    else { return false }
    return body.statements.contains { $0.trimmedDescription.hasPrefix("\(container).register") }
  }
}

extension FunctionCallExprSyntax {
  /// Returns `true` if the call is in a loop inside `node`, or in a closure that a method such as
  /// `map` calls for each element.
  fileprivate func isRepeated(in node: Syntax) -> Bool {
    ancestors.prefix { $0.id != node.id }.contains { ancestor in
      guard ancestor.is(ClosureExprSyntax.self) else { return ancestor.isLoop }
      let method = ancestor.ancestor(FunctionCallExprSyntax.self)?.calledExpression.lastComponent
      return ["compactMap", "filter", "flatMap", "forEach", "map", "reduce"].contains(method ?? "")
    }
  }
}

extension ExprSyntax {
  /// The name of the type in an expression such as `Service.self`, or `nil` for other expressions.
  var metatype: String? {
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "self"
    else { return nil }
    let text = base.trimmedDescription
    return base.is(TupleExprSyntax.self) ? String(text.dropFirst().dropLast()) : text
  }
}

extension ClosureExprSyntax {
  var parameters: [(name: String, type: String?)] {
    switch signature?.parameterClause {
    case .simpleInput(let names)?: names.map { ($0.name.text, nil) }
    case .parameterClause(let clause)?:
      clause.parameters.map { (($0.secondName ?? $0.firstName).text, $0.type?.trimmedDescription) }
    default: []
    }
  }
}
