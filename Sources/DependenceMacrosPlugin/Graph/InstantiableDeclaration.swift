import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The parts of an `@Instantiable` struct, class or actor declaration that the macro uses.
struct InstantiableDeclaration {
  let name: TokenSyntax
  let declaration: any DeclGroupSyntax
  let access: AccessLevel
  /// The valid properties marked `@Instantiated`, `@Received` or `@Forwarded`. The dependency graph
  /// provides their values.
  let injected: [InjectedProperty]
  /// The stored properties that have neither an initial value nor an attribute such as
  /// `@Instantiated`. Only a user-written initializer can set them.
  let withoutValue: [PatternBindingSyntax]
  let initializers: [InitializerDeclSyntax]
  /// Errors about `#if` conditions that the macro cannot evaluate. If there are any, the macro
  /// generates no code, because it cannot determine which members the type has.
  let diagnostics: [Diagnostic]
  private let declaresForwarded: Bool

  init(
    _ declaration: some DeclGroupSyntax,
    name: TokenSyntax,
    in context: some MacroExpansionContext
  ) {
    self.name = name
    self.declaration = declaration
    access = AccessLevel(of: declaration.modifiers, in: context)
    var diagnostics: [Diagnostic] = []
    let members = declaration.memberBlock.members.active(in: context, reporting: &diagnostics) {
      $0.is(InitializerDeclSyntax.self) || $0.as(VariableDeclSyntax.self)?.isStored == true
    }
    self.diagnostics = diagnostics
    let variables = members.compactMap { $0.as(VariableDeclSyntax.self) }
    injected = variables.compactMap(InjectedProperty.init)
    withoutValue = variables.filter { $0.isStored && $0.attributes.injections.isEmpty }
      .flatMap { variable in Array(variable.bindings).filter { !$0.hasValue(in: variable) } }
    initializers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    declaresForwarded = members.contains {
      $0.as(TypeAliasDeclSyntax.self)?.name.text == "ForwardedProperties"
    }
  }

  var members: [String] {
    var members: [String] = []
    if let forwarded, !declaresForwarded {
      members.append("\(access.modifier)typealias ForwardedProperties = \(forwarded)")
    }
    if initializers.isEmpty, withoutValue.isEmpty { members.append(initializer()) }
    return members
  }

  /// The source code of the type that holds the values of all `@Forwarded` properties, or `nil` if
  /// there are none. The type is a tuple or, if there is only one property, that property's type.
  private var forwarded: String? {
    let forwarded = injected.filter { $0.injection == .forwarded }
    if forwarded.count < 2 { return forwarded.first?.type.description }
    return "(\(forwarded.map { "\($0.name.text): \($0.type)" }.joined(separator: ", ")))"
  }

  /// Returns the source code of an initializer that assigns all injected properties and then runs
  /// the statements in `others`.
  func initializer(assigning others: [String] = [], indentation: String = "") -> String {
    let parameters = injected.map(\.parameter).joined(separator: ", ")
    let assignments = injected.map(\.assignment) + others
    let body = assignments.map { "\n\(indentation)  \($0)" }.joined()
    return
      "\(access.modifier)init(\(parameters)) {\(body)\(body.isEmpty ? "" : "\n\(indentation)")}"
  }

  private var names: Set<String> { Set(injected.map(\.name.text)) }

  /// The initializer that the dependency graph calls, or `nil` if the type declares none. It's the
  /// one with parameters for the most injected properties. Ties go to the initializer with the
  /// fewest other required parameters, then to one that generated code can call, and then to the
  /// one with the fewest parameters overall.
  var bestInitializer: InitializerDeclSyntax? {
    func rank(_ initializer: InitializerDeclSyntax) -> (Int, Int, Int, Int) {
      (
        lacking(in: initializer).count, surplus(in: initializer).count,
        initializer.isCallable ? 0 : 1, initializer.signature.parameterClause.parameters.count
      )
    }
    return initializers.min { rank($0) < rank($1) }
  }

  /// Returns the injected properties that have no matching parameter in `initializer`.
  func lacking(in initializer: InitializerDeclSyntax) -> [InjectedProperty] {
    let given = initializer.signature.parameterClause.parameters.compactMap {
      $0.name(among: names)
    }
    return injected.filter { !given.contains($0.name.text) }
  }

  func surplus(in initializer: InitializerDeclSyntax) -> [FunctionParameterSyntax] {
    initializer.signature.parameterClause.parameters.filter {
      $0.defaultValue == nil && $0.ellipsis == nil && $0.name(among: names) == nil
    }
  }
}

extension InitializerDeclSyntax {
  /// Whether generated code can call this initializer, given values for all of its parameters. It
  /// can't if the initializer is, for example, private, failable or asynchronous.
  fileprivate var isCallable: Bool {
    optionalMark == nil && genericParameterClause == nil && signature.effectSpecifiers == nil
      && modifiers.hidingModifier == nil
  }
}

extension FunctionParameterSyntax {
  /// Returns the name of the property that this parameter initializes: the argument label if
  /// `names` contains it, and otherwise the parameter's internal name. Returns `nil` if `names`
  /// contains neither.
  fileprivate func name(among names: Set<String>) -> String? {
    [firstName.text, (secondName ?? firstName).text].first(where: names.contains)
  }
}

extension PatternBindingSyntax {
  /// Returns `true` if the property has a value even when no initializer assigns one. For example,
  /// an optional `var` is `nil` by default.
  fileprivate func hasValue(in variable: VariableDeclSyntax) -> Bool {
    if initializer != nil { return true }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else { return false }
    // An attribute with a capitalized name is probably a property wrapper, whose parameterless
    // initializer may provide the value.
    let isWrapped = variable.attributes.contains {
      $0.as(AttributeSyntax.self)?.lastName?.first?.isUppercase == true
    }
    return isWrapped || typeAnnotation?.type.isOptional == true
  }
}
