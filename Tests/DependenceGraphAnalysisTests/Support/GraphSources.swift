/// The source code of a random valid graph that may use every feature of a graph.
///
/// Each type except the root is created by exactly one other type, so the values that are available
/// to the type are known.
struct GraphSources {
  /// A value that is available to a type.
  private struct Value {
    var label: String
    var type: String
    var isSendable: Bool
    /// Whether the type is already an optional, so that the value cannot be received as an optional
    /// of it.
    var isOptional = false
    /// Whether code in the library module can refer to the type.
    var isPublic: Bool
  }

  let prefix: String
  /// Whether types may be created on the main actor.
  private let usesMainActor: Bool
  /// Whether the app is isolated to the main actor by default. If it is, its classes have no
  /// superclass.
  private let isOnMain: Bool
  private var random: SeededGenerator
  private var count = 0
  private(set) var library: [String] = []
  private(set) var app: [String] = []

  /// Generates the sources of a graph.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names of all types.
  ///   - isOnMain: Whether the app is isolated to the main actor by default.
  init(seed: UInt64, prefix: String, isOnMain: Bool = false) {
    self.isOnMain = isOnMain
    var random = SeededGenerator(seed: seed)
    usesMainActor = Bool.random(using: &random)
    self.random = random
    self.prefix = prefix
    library.append(
      """
      public protocol \(prefix)Main: AnyObject {}
      @MainActor public protocol \(prefix)OnMain {}
      public protocol \(prefix)Plain {}
      open class \(prefix)Base { public let number: Int; public init(number: Int) { self.number = number } }
      @MainActor open class \(prefix)MainBase { nonisolated public init(text: Swift.String) {} }
      public struct \(prefix)Model: Sendable { public init() {} }
      public enum \(prefix)Space {
        public struct Config: Sendable { public init() {} }
        public struct String: Sendable { public init() {} }
        public protocol Service { func run(_ config: Config) throws -> [Config?] }
      }
      public typealias \(prefix)Models = [\(prefix)Model]
      public typealias \(prefix)Handler = @Sendable (\(prefix)Space.Config) -> Void
      """
    )
    app.append("struct \(prefix)Local { struct Config {} }\n")
    _ = type(available: [], depth: 0, mayForward: chance(4), isRoot: true, inApp: true)
  }

  private mutating func chance(_ sides: Int) -> Bool {
    Int.random(in: 0..<sides, using: &random) == 0
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list.randomElement(using: &random)!
  }

  // MARK: - Values

  private static let labels = [
    "model", "config", "overrides", "configured", "configure", "line", "fileID", "default",
    "handler",
    "names", "service", "in", "value", "place", "test",
  ]

  private mutating func label(besides used: Set<String>) -> String {
    if chance(8) { return "\(prefix)Model" }
    let label = pick(Self.labels)
    if !used.contains(label) { return label }
    count += 1
    return "\(label)\(count)"
  }

  /// Returns a random type for a forwarded value, and whether the type is `Sendable`.
  private mutating func forwardedType(inApp: Bool) -> (type: String, isSendable: Bool) {
    var types: [(String, Bool)] = [
      ("Int", true), ("Swift.Int", true), ("Swift.String", true), ("\(prefix)Model", true),
      ("[\(prefix)Model]", true), ("\(prefix)Models", true), ("\(prefix)Space.Config", true),
      ("\(prefix)Space.String", true), ("Optional<\(prefix)Model>", true),
      ("\(prefix)Model?", true),
      ("(Int) -> \(prefix)Space.Config", false), ("\(prefix)Handler", true),
      ("@Sendable () -> Void", true), ("(id: Int, name: \(prefix)Model)", true),
      ("any \(prefix)Space.Service", false), ("any \(prefix)Main & \(prefix)Plain", false),
      ("any \(prefix)Plain & \(prefix)Main & Sendable", true), ("\(prefix)Model.Type", true),
      ("[Swift.String: [\(prefix)Space.Config]]", true), ("((Int) -> Void)?", false),
      ("Result<Int, any Error>", true), ("Library.\(prefix)Model", true),
    ]
    if inApp { types += [("\(prefix)Local", true), ("\(prefix)Local.Config", true)] }
    return pick(types)
  }

  /// Returns a random spelling of the given type.
  private mutating func respelled(_ type: String) -> String {
    switch type {
    case "Int": pick(["Int", "Swift.Int"])
    case "Swift.Int": pick(["Int", "Swift.Int"])
    case "\(prefix)Model", "Library.\(prefix)Model":
      pick(["\(prefix)Model", "Library.\(prefix)Model"])
    case "[\(prefix)Model]", "\(prefix)Models":
      pick(["[\(prefix)Model]", "\(prefix)Models", "Array<\(prefix)Model>"])
    case "\(prefix)Model?", "Optional<\(prefix)Model>":
      pick(["\(prefix)Model?", "Optional<Library.\(prefix)Model>"])
    case "any \(prefix)Main & \(prefix)Plain": pick([type, "any \(prefix)Plain & \(prefix)Main"])
    case "\(prefix)Handler": pick([type, "@Sendable (\(prefix)Space.Config) -> Void"])
    default: type
    }
  }

  // MARK: - Types

  private struct Made {
    /// The name by which other types refer to the type.
    var name: String
    var forwarded: [(label: String, type: String)]
    var conformsToService: Bool
    var isSendable: Bool
    var isPublic: Bool
  }

  /// Declares a type and, recursively, all types that it creates.
  private mutating func type(
    available: [Value],
    depth: Int,
    mayForward: Bool,
    isRoot: Bool = false,
    inApp: Bool,
    isNonisolated: Bool = false
  ) -> Made {
    count += 1
    let simple = "\(prefix)T\(count)"
    // All types of the library are public, because the app refers to them. They cannot refer to
    // types of the app.
    let isPublic = !inApp
    let access = isPublic ? "public " : ""
    var used: Set<String> = []
    var properties: [(label: String, line: String, type: String, isSendable: Bool)] = []
    var forwarded: [(label: String, type: String)] = []
    var provided: [Value] = []

    func add(_ attribute: String, _ label: String, _ type: String, isSendable: Bool) {
      used.insert(label)
      let name = ["default", "in"].contains(label) ? "`\(label)`" : label
      properties.append((name, "  \(attribute) \(access)let \(name): \(type)", type, isSendable))
    }
    if mayForward {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let label = label(besides: used)
        guard !used.contains(label) else { continue }
        let (type, isSendable) = forwardedType(inApp: !isPublic)
        add("@Forwarded", label, type, isSendable: isSendable)
        forwarded.append((label, type))
        provided.append(
          Value(
            label: label,
            type: type,
            isSendable: isSendable,
            isOptional: type.hasSuffix("?") || type.hasPrefix("Optional"),
            isPublic: !type.contains("Local")
          )
        )
      }
    }
    for value in available where !used.contains(value.label) && chance(2) {
      if !isPublic || value.isPublic {
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where !value.isOptional:
          let type = value.type.contains(" ") ? "(\(value.type))?" : "\(value.type)?"
          add("@Received(onlyIfAvailable: true)", value.label, type, isSendable: value.isSendable)
        // The argument `ofType:` is an expression. The parser accepts only some types as
        // expressions.
        case 1
        where !value.type.hasPrefix("@") && !value.type.contains("->")
          && !value.type.contains("<("):
          let name = "renamed\(count)_\(properties.count)"
          // A property may have the same name as the model, and would then shadow the type. The
          // module's name makes the reference to the type unambiguous.
          let spelled = value.type.replacing("Library.", with: "")
            .replacing("\(prefix)Model", with: "Library.\(prefix)Model")
          let type = spelled.contains(" ") && !spelled.hasPrefix("(") ? "(\(spelled))" : spelled
          add(
            "@Received(fulfilledByDependencyNamed: \"\(value.label)\", ofType: \(type.hasSuffix("?") || type.hasSuffix(".Type") ? "(\(type))" : type).self)",
            name,
            value.type,
            isSendable: value.isSendable
          )
          provided.append(
            Value(
              label: name,
              type: value.type,
              isSendable: value.isSendable,
              isOptional: value.isOptional,
              isPublic: value.isPublic
            )
          )
        default:
          add("@Received", value.label, respelled(value.type), isSendable: value.isSendable)
        }
      }
    }
    if chance(4) {
      let label = label(besides: used)
      if !used.contains(label), !available.contains(where: { $0.label == label }) {
        add("@Received(onlyIfAvailable: true)", label, "\(prefix)Space.Config?", isSendable: true)
      }
    }
    // The new type can receive the values of this type, and the values that are available to this
    // type and not shadowed by its own.
    let children = depth >= 3 ? 0 : Int.random(in: depth == 0 ? 1...4 : 0...2, using: &random)
    for _ in 0..<children {
      let own = Set(provided.map(\.label))
      let below = available.filter { !own.contains($0.label) } + provided
      let isLater = chance(2)
      let isSendableLater = isLater && chance(3)
      let usable = isSendableLater ? below.filter(\.isSendable) : below
      let made = type(
        available: usable,
        depth: depth + 1,
        mayForward: isLater,
        inApp: inApp && !chance(3),
        isNonisolated: isNonisolated || isSendableLater
      )
      let label = "made\(count)_\(provided.count)"
      let prefix = isSendableLater ? "Sendable" : ""
      if !isLater {
        if made.conformsToService, chance(2) {
          let type = "any \(self.prefix)Space.Service"
          add("@Instantiated(fulfilledByType: \"\(made.name)\")", label, type, isSendable: false)
          provided.append(Value(label: label, type: type, isSendable: false, isPublic: true))
        } else {
          let type = chance(5) ? "\(made.name)?" : made.name
          add("@Instantiated", label, type, isSendable: made.isSendable)
          provided.append(
            Value(
              label: label,
              type: type,
              isSendable: made.isSendable,
              isOptional: type.hasSuffix("?"),
              isPublic: made.isPublic
            )
          )
        }
      } else if made.conformsToService, chance(2) {
        let generic =
          chance(2)
          ? "\(made.name).ForwardedProperties"
          : made.forwarded.count == 1
            ? made.forwarded[0].type
            : "(\(made.forwarded.map { "\(["default", "in"].contains($0.label) ? "`\($0.label)`" : $0.label): \($0.type)" }.joined(separator: ", ")))"
        let type = "\(prefix)ErasedInstantiator<\(generic), any \(self.prefix)Space.Service>"
        add(
          "@Instantiated(fulfilledByType: \"\(made.name)\")",
          label,
          type,
          isSendable: isSendableLater
        )
        provided.append(
          Value(label: label, type: type, isSendable: isSendableLater, isPublic: made.isPublic)
        )
      } else {
        let type = "\(prefix)Instantiator<\(made.name)>"
        add("@Instantiated", label, type, isSendable: isSendableLater)
        provided.append(
          Value(label: label, type: type, isSendable: isSendableLater, isPublic: made.isPublic)
        )
      }
    }
    return declare(
      simple,
      properties: properties,
      forwarded: forwarded,
      isRoot: isRoot,
      access: access,
      inApp: inApp,
      isNonisolated: isNonisolated
    )
  }

  private mutating func declare(
    _ simple: String,
    properties: [(label: String, line: String, type: String, isSendable: Bool)],
    forwarded: [(label: String, type: String)],
    isRoot: Bool,
    access: String,
    inApp: Bool,
    isNonisolated: Bool
  ) -> Made {
    let isService = !isRoot && chance(3)
    let isShared = properties.allSatisfy(\.isSendable)
    let kind = pick([
      "struct", "final class", "final class", isRoot || isService ? "struct" : "actor",
    ])
    var inherited: [String] = []
    var attributes = "@Instantiable\(isRoot ? "(isRoot: true)" : "")"
    var superInit = ""
    let isIsolated = usesMainActor && !isNonisolated && kind != "actor" && !isService && chance(3)
    if kind == "final class", !(isOnMain && inApp), chance(4) {
      inherited.append("\(prefix)Base")
      superInit = "super.init(number: 1)"
    }
    if isIsolated {
      if chance(2) { attributes += " @MainActor" } else { inherited.append("\(prefix)OnMain") }
    }
    if isService { inherited.append("\(prefix)Space.Service") }
    inherited.append("Instantiable")
    if isService, chance(2) {
      // A service names its two protocols in either order. If it has a superclass, which must come
      // first in the list, the second swap restores the original order.
      inherited.swapAt(0, inherited.count - 1)
      if superInit != "" { inherited.swapAt(0, inherited.count - 1) }
    }
    // A class that is isolated to a global actor is `Sendable`, unless it has a superclass that is
    // not.
    let isSendable =
      kind == "actor" || (isIsolated && superInit.isEmpty) || (kind == "struct" && isShared)
    if kind == "struct", isShared { inherited.append("Sendable") }
    let generics = !isRoot && forwarded.isEmpty && chance(8)
    let isNested = !generics && chance(4)
    var lines = [
      "\(attributes)",
      "\(access)\(kind) \(simple)\(generics ? "<Value>" : ""): \(inherited.joined(separator: ", ")) {",
    ]
    lines += properties.map(\.line)
    // The macro sees only the name of a type alias, so it cannot mark a closure of that type as
    // escaping. A type with such a property needs an explicit initializer.
    if superInit != "" || properties.contains(where: { $0.type.hasSuffix("Handler") }) || chance(2)
    {
      lines.append(initializer(properties, access: access, superInit: superInit))
    }
    if isService {
      lines.append(
        "  \(access)func run(_ config: \(prefix)Space.Config) throws -> [\(prefix)Space.Config?] { [] }"
      )
    }
    lines.append("}")
    var text = lines.joined(separator: "\n")
    var name = simple
    if isNested {
      text = "\(access)enum \(simple)Space {\n\(text)\n}"
      name = "\(simple)Space.\(simple)"
    }
    if inApp { app.append(text) } else { library.append(text) }
    return Made(
      name: generics ? "\(name)<\(prefix)Model>" : name,
      forwarded: forwarded,
      conformsToService: isService,
      isSendable: isSendable,
      isPublic: !inApp
    )
  }

  /// Returns an explicit initializer. Its parameters have a random order and random labels, and one
  /// of them may have a default argument.
  private mutating func initializer(
    _ properties: [(label: String, line: String, type: String, isSendable: Bool)],
    access: String,
    superInit: String
  ) -> String {
    var parameters = properties.shuffled(using: &random).map { property in
      let isClosure =
        property.type.contains("->") && !property.type.hasSuffix("?")
        && !property.type.contains("<") || property.type.hasSuffix("Handler")
      let type = "\(isClosure ? "@escaping " : "")\(property.type)"
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return "_ \(property.label): \(type)"
      case 1: return "with \(property.label): \(type)"
      default: return "\(property.label): \(type)"
      }
    }
    if chance(3) { parameters.append("retries: Int = 3") }
    let body =
      properties.map { "self.\($0.label) = \($0.label)" } + (superInit.isEmpty ? [] : [superInit])
    return
      "  \(access)init(\(parameters.joined(separator: ", "))) {\n    \(body.joined(separator: "\n    "))\n  }"
  }
}
