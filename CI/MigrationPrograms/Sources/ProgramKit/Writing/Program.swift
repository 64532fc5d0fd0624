/// A dependency injection library that users can migrate from.
public enum ProgramLibrary: String, CaseIterable, Sendable {
  case factory
  case swinject
  case dependencies = "swift-dependencies"

  /// The common prefix of two target names, such as `FactoryBefore` and `FactoryAfter`. These
  /// targets contain the programs before and after their migration.
  var target: String {
    switch self {
    case .factory: "Factory"
    case .swinject: "Swinject"
    case .dependencies: "Dependencies"
    }
  }
}

/// A generated program that prints a line for each instance that it resolves.
///
/// Most declaration names contain the program's number. If a declaration belongs to a dependency,
/// the dependency's index follows, as in `Service17_2`. These numbers make it possible to match the
/// lines that the program prints with the rows of a migration report.
public struct Program: Sendable {
  /// The library that the program uses before its migration.
  public let library: ProgramLibrary
  /// The program's number, which is part of most declaration names in its source code.
  public let number: Int
  /// The program's source code, which declares a function `run<number>()`.
  public let source: String
  /// The tags of the dependencies that each dependency stores, keyed by the dependency's own tag. A
  /// tag is the number at the end of a dependency's name, such as `17_2` in `Service17_2`.
  let parts: [String: [String]]

  /// Generates a program. The same library, number, and seed always produce the same program.
  public init(of library: ProgramLibrary, number: Int, seed: UInt64) {
    (self.library, self.number) = (library, number)
    var mixed = ProgramRandom(seed: seed &* 1_000_003 &+ UInt64(number))
    let random = ProgramRandom(seed: mixed.next())
    let services: [Service]
    switch library {
    case .factory:
      var writer = FactoryProgramWriter(number, random)
      source = writer.write()
      services = writer.services
    case .swinject:
      var writer = SwinjectProgramWriter(number, random)
      source = writer.write()
      services = writer.services
    case .dependencies:
      var writer = DependenciesProgramWriter(number, random)
      source = writer.write()
      services = writer.services
    }
    parts = Dictionary(uniqueKeysWithValues: services.map { ($0.tag, $0.needs.map(\.tag)) })
  }
}

/// A type declared and resolved by a generated program.
struct Service {
  enum Kind {
    /// A class whose instances have serial numbers, so that they can be distinguished.
    case classWithNumber
    /// A class that conforms to a protocol and is resolved as an instance of that protocol.
    case classBehindProtocol
    /// A struct whose values have serial numbers, so that they can be distinguished.
    case structWithNumber
    /// A struct whose values are all equal.
    case constantStruct
    /// A class whose initializer takes an integer.
    case classWithParameter
  }

  let tag: String
  var kind: Kind
  /// The services that the type's initializer takes as arguments.
  let needs: [Service]

  var name: String { "Service\(tag)" }
  var other: String { "Other\(tag)" }

  /// The type by which the program resolves the service, such as `Service17_2` or `any Kind17_2`.
  var type: String { kind == .classBehindProtocol ? "any Kind\(tag)" : name }

  /// The resolved type's metatype expression, such as `Service17_2.self`.
  var metatype: String { kind == .classBehindProtocol ? "(any Kind\(tag)).self" : "\(name).self" }

  var isClass: Bool { kind != .structWithNumber && kind != .constantStruct }

  var takesParameter: Bool { kind == .classWithParameter }

  /// Returns an expression that creates an instance. `parts` contains one expression for each
  /// service in `needs`.
  func make(_ parts: [String], of type: String? = nil) -> String {
    let arguments = zip(needs, parts).map { "part\($0.tag): \($1)" }
    return "\(type ?? name)(\(arguments.joined(separator: ", ")))"
  }

  /// An expression that creates a different instance without resolving anything, for use in
  /// overrides.
  var replacement: String {
    let parts = zip(needs, needs.map(\.replacement)).map { "part\($0.tag): \($1)" }
    let label = kind == .constantStruct ? ["label: \"other\""] : []
    let type = kind == .classBehindProtocol ? other : name
    return "\(type)(\((label + parts).joined(separator: ", ")))"
  }

  /// The source code that declares the type. For a class behind a protocol, it also declares the
  /// protocol and a second type that conforms to it.
  var declarations: [String] {
    let members = needs.map { "let part\($0.tag): \($0.type)" }
    let parameters = needs.map { "part\($0.tag): \($0.type)" }.joined(separator: ", ")
    let assignments = needs.map { "self.part\($0.tag) = part\($0.tag)" }
    let parts = needs.map { "\\(part\($0.tag).text)" }.joined(separator: " ")
    let list = parts.isEmpty ? "" : "[\(parts)]"
    let hasNumber = kind != .constantStruct
    func declaration(of name: String, as head: String) -> [String] {
      let number =
        hasNumber ? "  let number = Serial.next(\"\(name)\")" : "  var label = \"own\""
      let text = "\"\(name)#\\(\(hasNumber ? "number" : "label"))\(list)\""
      let initializer =
        head.contains("class")
        ? ["  init(\(parameters)) {"] + assignments.map { "    \($0)" } + ["  }"] : []
      return ["\(head) {", number] + members.map { "  \($0)" } + initializer
        + ["  var text: String { \(text) }", "}", ""]
    }
    switch kind {
    case .classWithParameter:
      return [
        "final class \(name): Sendable {", "  let number = Serial.next(\"\(name)\")",
        "  let value: Int", "  init(value: Int) { self.value = value }",
        "  var text: String { \"\(name)#\\(number)(\\(value))\" }", "}", "",
      ]
    case .classWithNumber:
      return declaration(of: name, as: "final class \(name): Sendable")
    case .classBehindProtocol:
      return ["protocol Kind\(tag): Sendable {", "  var text: String { get }", "}", ""]
        + declaration(of: name, as: "final class \(name): Kind\(tag)")
        + declaration(of: other, as: "struct \(other): Kind\(tag)")
    case .structWithNumber, .constantStruct:
      return declaration(of: name, as: "struct \(name): Sendable")
    }
  }
}

extension ProgramRandom {
  /// Generates a program's services at random. Each service's initializer takes at most two of the
  /// earlier services as arguments.
  mutating func services(of number: Int, count: Int, withParameters: Bool = true) -> [Service] {
    let kinds: [Service.Kind] = [
      .classWithNumber, .classBehindProtocol, .structWithNumber, .constantStruct,
    ]
    var services: [Service] = []
    for index in 0..<count {
      let needs = services.shuffled(using: &self).prefix(pick([0, 0, 1, 1, 2]))
      let tag = "\(number)_\(index)"
      services.append(Service(tag: tag, kind: pick(kinds), needs: Array(needs)))
    }
    let needed = Set(services.flatMap(\.needs).map(\.tag))
    for (index, service) in services.enumerated()
    where withParameters && service.needs.isEmpty && !needed.contains(service.tag) && chance(25) {
      services[index].kind = .classWithParameter
    }
    return services
  }
}
