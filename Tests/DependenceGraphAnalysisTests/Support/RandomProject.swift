@testable import DependenceGraphAnalysis

extension Project {
  /// Returns a small project of types that create each other and receive values from each other.
  /// Its graph may have findings of any kind.
  static func random(seed: UInt64) -> Project {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...7, using: &random)
    // If every type may create every other type, most graphs have a cycle. In half of the projects,
    // a type therefore creates only types that follow it.
    let isLayered = Bool.random(using: &random)
    // The number of names is small, so that some received properties match a provided one.
    var labels = (0..<count).map { "t\($0)" } + ["x", "y"]
    // If types receive values with random names, most graphs are invalid. In some projects, types
    // therefore receive almost only values that the root creates.
    let isMild = isLayered && Bool.random(using: &random)
    var types: [InstantiableType] = []
    for index in 0..<count {
      types.append(
        type(
          index,
          of: count,
          labels: labels,
          isLayered: isLayered,
          isMild: isMild,
          using: &random
        )
      )
      if isMild, index == 0 {
        labels = types[0].properties.filter { $0.source == .instantiated && $0.isConstant }
          .map(\.label)
      }
    }
    var file = FileSummary(path: "Random.swift", module: "Random")
    file.types = types
    return Project(files: [file])
  }

  private static func type(
    _ index: Int,
    of count: Int,
    labels: [String],
    isLayered: Bool,
    isMild: Bool,
    using random: inout SeededGenerator
  ) -> InstantiableType {
    var type = InstantiableType(
      TypeDeclaration(
        name: "T\(index)",
        module: "Random",
        location: FileLocation(file: "Random.swift", line: index * 100 + 1, column: 1)
      )
    )
    type.isRoot = index == 0 || (!isMild && Int.random(in: 0..<12, using: &random) == 0)
    var used: Set<String> = []
    func add(
      _ label: String,
      _ name: String,
      _ source: InjectedProperty.Source,
      optional: Bool = false,
      lazy: Bool = false,
      alias: String? = nil
    ) {
      guard used.insert(label).inserted else { return }
      var reference = TypeReference(name)
      if lazy { reference = TypeReference("Instantiator", arguments: [reference]) }
      if optional { reference = .optional(reference) }
      type.properties.append(
        InjectedProperty(
          label: label,
          type: reference,
          source: source,
          alias: alias.map { .init(label: $0, type: TypeReference(typeName(of: $0))) },
          onlyIfAvailable: optional && source == .received,
          location: FileLocation(
            file: "Random.swift",
            line: index * 100 + type.properties.count + 2,
            column: 1
          )
        )
      )
    }
    for _ in 0..<Int.random(in: index == 0 ? 2...4 : 0...3, using: &random) {
      let lowest = isLayered ? index + 1 : 0
      guard lowest < count else { break }
      let child = Int.random(in: lowest..<count, using: &random)
      let isLazy = Int.random(in: 0..<3, using: &random) == 0
      add(isLazy ? "lazy\(child)" : "t\(child)", "T\(child)", .instantiated, lazy: isLazy)
    }
    for _ in 0..<Int.random(in: 0...(isMild ? 1 : 3), using: &random) where index > 0 {
      guard let label = labels.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<8, using: &random) {
      case _ where isMild: add(label, typeName(of: label), .received)
      case 0: add(label, typeName(of: label), .received, optional: true)
      case 1: add("renamed", "R", .received, alias: label)
      case 2, 3, 4:
        let child = Int.random(in: 0..<count, using: &random)
        add("lazy\(child)", "T\(child)", .received, lazy: true)
      default: add(label, typeName(of: label), .received)
      }
    }
    switch Int.random(in: 0..<(isMild ? 20 : 6), using: &random) {
    case 0: add("x", "X", .forwarded, optional: Bool.random(using: &random))
    case 1: add("renamed", "R", .received, optional: Bool.random(using: &random))
    default: break
    }
    return type
  }

  private static func typeName(of label: String) -> String { label.uppercased() }
}

extension TypeReference {
  /// The type that an optional of a random project wraps, or `nil` if this type is not an optional.
  var wrapped: TypeReference? { name == "Swift.Optional" ? arguments[0] : nil }
}

extension InjectedProperty {
  /// Whether the value is created together with its owner, which is the case for all types of a
  /// random project except `Instantiator`.
  var isConstant: Bool { type.name != "Instantiator" }
  var instantiatedType: TypeReference { isConstant ? type : type.arguments[0] }
}
