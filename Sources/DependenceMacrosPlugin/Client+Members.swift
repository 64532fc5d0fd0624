import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Client {
  /// Returns the source code of all members that the macro adds to the client.
  func members(in context: some MacroExpansionContext) -> [String] {
    // Make only the setters private. If the properties themselves were private, the compiler would
    // also make the struct's implicit memberwise initializer private.
    var members = ["private(set) var _hasSentinels = false"]
    if properties.contains(where: \.isConstantEndpoint) {
      members.append("private(set) var _isUnimplemented = false")
    }
    members += aliases
    if !isInitializedInExtension { members.append(initializer(in: context)) }
    for property in properties {
      guard let signature = property.signature, property.hasMethods else { continue }
      members.append(property.accessor)
      members += signature.methods(
        calling: property,
        except: methods,
        access: min(access, property.access).modifier,
        constant: property.isConstantEndpoint ? property.endpoint(of: path, in: context) : nil
      )
    }
    if canBeUnimplemented { members.append(unimplemented(in: context)) }
    if isWrappable { members.append(wrapped) }
    return members
  }

  private func unimplemented(in context: some MacroExpansionContext) -> String {
    let head = "\(access.modifier)nonisolated static var unimplemented: Self"
    var changes = properties.compactMap { $0.wrapping(of: path, in: context) }
    if !changes.isEmpty { changes.append("client._hasSentinels = true") }
    if properties.contains(where: \.isConstantEndpoint) {
      changes.append("client._isUnimplemented = true")
    }
    guard !changes.isEmpty else { return "\(head) { Self(\(argumentOfMemberwiseInitializer)) }" }
    return """
      \(head) {
        var client = Self(\(argumentOfMemberwiseInitializer))
        \(changes.joined(separator: "\n  "))
        return client
      }
      """
  }
}

extension Client {
  /// The source code of a generated method that returns a copy of the client whose endpoints, where
  /// possible, pass their calls through the method's `wrapper` parameter. Spies and recorders use
  /// this method to observe calls.
  private var wrapped: String {
    let constants = untypedConstants.map { name in
      let value = isOnGlobalActor ? name.mirrored : "self.\(name)"
      return "wrapper.skipProperty(\("\(path).\(name)".literal), \(value), \"make it a 'var'\")"
    }
    let changes =
      properties.compactMap { $0.intercepted(of: path, onGlobalActor: isOnGlobalActor) } + constants
    let head = """
      \(access.modifier)nonisolated func _wrapped(by wrapper: DependenceClients._EndpointWrapper) -> Self
      """
    guard !changes.isEmpty else { return "\(head) { self }" }
    let isChanged = properties.contains {
      $0.isWrappable || $0.isReplaceableClient(onGlobalActor: isOnGlobalActor)
    }
    return """
      \(head) {
        \(isChanged ? "var" : "let") client = self
        \(changes.joined(separator: "\n  "))
        return client
      }
      """
  }
}

extension ClientProperty {
  /// Whether the macro can generate a closure that passes calls to this endpoint through a wrapper,
  /// such as a spy.
  fileprivate var isWrappable: Bool {
    isEndpoint && !isLet && signature?.remedyForWrapping == nil && signature != nil
  }

  /// Returns `true` if generated code can replace the value of this property with a wrapped copy if
  /// the value is another client. Properties with observers are excluded, because assigning the copy
  /// would call the observers.
  ///
  /// - Parameter onGlobalActor: Whether the property belongs to a client that is isolated to a global
  ///   actor. The type of the property is then known to be `Sendable` only if the generated
  ///   initializer, which is nonisolated, has a parameter for it.
  fileprivate func isReplaceableClient(onGlobalActor: Bool) -> Bool {
    canBeClient && !isLet && binding.accessorBlock == nil && (isParameter || !onGlobalActor)
  }

  /// Returns a generated statement that makes calls to this property of the generated variable
  /// `client` pass through `wrapper`. Returns `nil` if the property is not an endpoint and its
  /// value cannot be another client.
  ///
  /// The statement replaces an endpoint with a closure that passes calls through `wrapper`. If the
  /// value of the property may be another client, the statement wraps that client. If the endpoint
  /// or the other client cannot be replaced, the statement reports this as an issue.
  ///
  /// Private endpoints are replaced, too, although a test cannot override them, because the client's
  /// own methods may call them.
  fileprivate func intercepted(of client: String, onGlobalActor: Bool) -> String? {
    let literal = "\(client).\(name.text)".literal
    guard isEndpoint else {
      guard canBeClient else { return nil }
      guard isReplaceableClient(onGlobalActor: onGlobalActor) else {
        let value = isParameter || !onGlobalActor ? "self.\(name.text)" : name.text.mirrored
        let remedy =
          isLet
          ? "make it a 'var'"
          : binding.accessorBlock == nil ? "remove '\(access)'" : "remove its observers"
        return "wrapper.skipProperty(\(literal), \(value), \"\(remedy)\")"
      }
      return "client.\(name.text) = wrapper.wrapProperty(\(literal), self.\(name.text))"
    }
    guard isWrappable, let signature else {
      let remedy =
        isLet
        ? "make it a 'var'"
        : signature?.remedyForWrapping ?? "write its closure type at the property, without an alias"
      return "wrapper.skip(\(literal), \"\(remedy)\")"
    }
    let head =
      isOptional
      ? "if let endpoint = self.\(name.text)" : "do"
    let constant =
      isOptional ? "" : "\n    \(reading(as: "endpoint", from: "client"))"
    let interception = signature.interception(of: literal, assigningTo: "client.\(name.text)")
    return """
      \(head) {\(constant)
          \(interception)
        }
      """
  }

  /// Returns a statement for the generated property `unimplemented`. The statement replaces this
  /// endpoint's initial value with a closure that reports each call as an issue and then calls the
  /// original closure. Returns `nil` if the property is not an endpoint, has no initial value, or
  /// cannot be replaced.
  fileprivate func wrapping(of client: String, in context: some MacroExpansionContext) -> String? {
    guard hasReplaceableValue, !isLet else { return nil }
    let closure = signature?.reportingClosure ?? "endpoint.closure(calling: implementation)"
    let property = "client.\(name.text)"
    let constant =
      isOptional ? "" : "\n    \(reading(as: "implementation", from: "client"))"
    return """
      \(isOptional ? "if let implementation = \(property)" : "do") {
          let endpoint = \(endpoint(of: client, in: context))\(constant)
          \(property) = \(closure)
        }
      """
  }

  func endpoint(of client: String, in context: some MacroExpansionContext) -> String {
    let line = context.location(of: binding)?.line.trimmedDescription ?? "#line"
    let closure = signature?.replacement ?? "{ … }"
    let replacement = isLet ? "\(closure) (after you declare it as a 'var')" : closure
    return """
      DependenceClients._Endpoint(of: Self.self, \(client.literal), \(name.text.literal), replacement: "\(replacement)", line: \(line))
      """
  }
}

extension String {
  /// The source code of an expression with the value of the stored property of `self` with this name.
  /// Nonisolated code can also use the expression if the property is isolated to a global actor and
  /// its type is not `Sendable`, because the value can only be searched for a client.
  fileprivate var mirrored: String {
    "Swift.Mirror(reflecting: self).descendant(\(filter { $0 != "`" }.literal)) as Any"
  }
}

// MARK: - Reading an endpoint

// Generated code must not read the endpoint `fetch` as `client.fetch`. That reference contains no
// argument labels, so the compiler would prefer a method such as `fetch(named:)` with the same
// parameter types. The user may have declared such a method in an extension, where the macro cannot
// see it. By contrast, an `inout` argument or a key path can refer only to a property.

extension ClientProperty {
  /// Whether generated code can pass the endpoint as an `inout` argument. A constant can't be
  /// passed, and passing a property with observers would call them.
  ///
  /// A property without a type annotation can't be passed either. Generated code must contain the
  /// property's exact type, which the macro does not know. For example, the isolation of the
  /// closure depends on compiler settings.
  private var canBePassedInOut: Bool {
    let isInferred = binding.typeAnnotation == nil && binding.initializer != nil
    return !isLet && binding.accessorBlock == nil && !isInferred
  }

  /// The source code of a private property that returns this endpoint's closure.
  ///
  /// In optimized builds, the property uses a key path, which the compiler replaces with a direct
  /// access. In debug builds, evaluating a key path takes about ten times as long as calling an
  /// endpoint, so the property reads the endpoint through a pointer if possible. It can't pass the
  /// endpoint of `self` as an `inout` argument directly, because `self` is a constant. A copy of
  /// `self` would retain every endpoint's closure.
  ///
  /// The generated methods cannot contain the key path themselves, because Swift 6.3 traps when it
  /// evaluates a generic type's key path in a function with a type parameter pack.
  fileprivate var accessor: String {
    let debug = """

        guard DependenceClients._isDebugBuild else { return self[keyPath: \\.\(name.text)] }
        func read(_ endpoint: inout (\(type))) -> (\(type)) { endpoint }
        return unsafe Swift.withUnsafePointer(to: self) { unsafe read(&UnsafeMutablePointer(mutating: $0).pointee.\(name.text)) }

      """
    let body = canBePassedInOut ? debug : " self[keyPath: \\.\(name.text)] "
    return """
      \(declaration.attributes.availability)private nonisolated var \(accessorName): \(type) {\(body)}
      """
  }

  private var accessorName: String {
    "_endpoint_\(name.text.filter { $0 != "`" })".inBackticksIfNecessary
  }

  /// Returns a statement that declares a constant with the value of this endpoint, which must not
  /// be optional. `client` is the name of the constant or variable that contains the client.
  func reading(as constant: String, from client: String) -> String {
    // An endpoint without generated methods is not marked `@_disfavoredOverload`, so the compiler
    // prefers it to a method with the same name.
    hasMethods
      ? "let \(constant) = \(client).\(accessorName)"
      : "let \(constant): \(type) = \(client).\(name.text)"
  }
}
