import SwiftParser
import SwiftSyntax

/// Migrates the manifest of a package: what it fetches, and what its targets link.
final class ManifestMigrator: SyntaxVisitor {
  private(set) var draft: Draft
  private let source: MigrationSource
  private let origin: MigrationOrigin
  private let package: String?
  private let uses: [String: Set<String>]
  private let known: [String: [String]]
  private let folder: String
  private var fetched: [FunctionCallExprSyntax] = []
  private var isFetched = false
  private var targets: [Target] = []
  private var platforms: ExprSyntax?
  private var variables: [String: (product: String, node: ExprSyntax)] = [:]

  private struct Target {
    var name: String
    var files: [Set<String>]
    var call: FunctionCallExprSyntax
    var list: ArrayExprSyntax?
    var isTest: Bool
    var names: Set<String>
  }

  static func isManifest(_ source: MigrationSource) -> Bool {
    let name = source.path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
  }

  init(
    _ source: MigrationSource,
    origin: MigrationOrigin,
    package: String?,
    products: [String: Set<String>]
  ) {
    self.source = source
    self.origin = origin
    self.package = package
    uses = products
    known = origin.modules
    folder = source.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map {
      $0 + "/"
    }.joined()
    draft = Draft(source)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value, let product = product(of: value) {
      variables[node.pattern.trimmedDescription] = (product, value)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.trimmedDescription == "Package" {
      platforms = node.arguments.first { $0.label?.text == "platforms" }?.expression
    }
    switch node.calledExpression.trimmedDescription.lastComponent {
    case "package":
      let names = ["url", "path", "name", "id"].compactMap { node.literal($0) }.map {
        $0.split { "/.".contains($0) }.last { $0 != "git" }.map(String.init) ?? $0
      }
      if names.contains("dependence") { isFetched = true }
      if !origin.packages.isDisjoint(with: names) { fetched.append(node) }
    case "target", "executableTarget", "testTarget":
      guard let name = node.literal("name") else { break }
      // `.target(name: "A")` among dependencies names a target, and declares none.
      if node.ancestor(LabeledExprSyntax.self)?.label?.text == "dependencies" { break }
      let isTest = node.calledExpression.trimmedDescription.hasSuffix("testTarget")
      let path = folder + (node.literal("path") ?? (isTest ? "Tests/" : "Sources/") + name)
      let list = node.arguments.first { $0.label?.text == "dependencies" }?.expression.as(
        ArrayExprSyntax.self
      )
      targets.append(
        Target(
          name: name,
          files: uses.filter { $0.key.hasPrefix(path + "/") }.map(\.value),
          call: node,
          list: list,
          isTest: isTest,
          names: Set(list?.elements.compactMap { $0.expression.dependencyName } ?? [])
        )
      )
    default: break
    }
    return .visitChildren
  }

  /// Writes the edits, once everything is seen.
  func migrate() {
    walk(source.tree)
    for (_, variable) in variables {
      if let new = known[variable.product]?.first {
        draft.replace(variable.node.byteRange, with: element(like: variable.node, named: new))
      }
    }
    var edited = !variables.isEmpty
    for target in targets where migrate(target) { edited = true }
    migrateFetches(isNeeded: edited || !fetched.isEmpty)
  }

  private func migrate(_ target: Target) -> Bool {
    let elements = target.list.map { Array($0.elements) } ?? []
    let old = elements.filter { product(of: $0.expression) != nil }
    let lent = elements.compactMap { variables[$0.expression.trimmedDescription]?.product }
    let used = target.files.reduce(into: Set<String>()) { $0.formUnion($1) }
    var needed = used.filter { $0.hasPrefix("Dependence") }
    // A test without the harness would not fail where what it tests reports an issue.
    if target.isTest, reachesLibrary(target, seen: []) {
      needed.formUnion(used.filter { $0.hasPrefix("~") }.map { String($0.dropFirst()) })
      if needed.isEmpty { needed = ["DependenceTesting"] }
    }
    guard !old.isEmpty || !lent.isEmpty || !needed.isEmpty else { return false }
    if target.files.isEmpty || needed.isEmpty {
      needed.formUnion(old.compactMap { product(of: $0.expression) }.flatMap { known[$0] ?? [] })
    }
    needed.subtract(lent.compactMap { known[$0]?.first })
    needed.subtract(elements.compactMap { $0.expression.dependencyName })
    var rest = needed.sorted()
    let keeps = used.contains("ConcurrencyExtras")
    for (index, node) in old.enumerated() {
      if keeps, product(of: node.expression) == "ConcurrencyExtras" { continue }
      let isLast = !old[(index + 1)...].contains {
        !(keeps && product(of: $0.expression) == "ConcurrencyExtras")
      }
      let own = known[product(of: node.expression) ?? ""]?.first { rest.contains($0) }
      let new = isLast ? rest : own.map { [$0] } ?? []
      rest.removeAll { new.contains($0) }
      guard !new.isEmpty else {
        remove(node)
        continue
      }
      let start = source.lineStart(of: node.start)
      let isAlone = source.lines(of: node.byteRange) != node.byteRange
      let separator = isAlone ? "," + source.newline + source.indentation(at: start) : ", "
      let text = new.map { element(like: node.expression, named: $0) }.joined(separator: separator)
      draft.replace(node.expression.byteRange, with: text)
    }
    add(rest, to: target)
    return true
  }

  private func add(_ products: [String], to target: Target) {
    guard !products.isEmpty else { return }
    let new = products.map { ".product(name: \"\($0)\", package: \"dependence\")" }
    guard let list = target.list else {
      if let name = target.call.arguments.first(where: { $0.label?.text == "name" })?.expression,
        !target.call.arguments.contains(where: { $0.label?.text == "dependencies" })
      {
        let end = name.end
        draft.replace(end..<end, with: ", dependencies: [\(new.joined(separator: ", "))]")
      } else {
        draft.note(
          target.call.start,
          why: "the dependencies of '\(target.name)' are not written here",
          write: "add \(new.joined(separator: ", "))"
        )
      }
      return
    }
    guard let last = list.elements.last else {
      let end = list.leftSquare.end
      return draft.replace(end..<end, with: new.joined(separator: ", "))
    }
    let start = source.lineStart(of: last.start)
    let isAlone = source.bytes[start..<last.start].allSatisfy { $0 == 32 || $0 == 9 }
    let separator = isAlone ? "," + source.newline + source.indentation(at: start) : ", "
    let end = last.expression.end
    draft.replace(end..<end, with: new.map { separator + $0 }.joined())
  }

  /// True if a target, or one that it is built on, links the library.
  private func reachesLibrary(_ target: Target, seen: Set<String>) -> Bool {
    guard !seen.contains(target.name) else { return false }
    if target.list?.elements.contains(where: {
      product(of: $0.expression) != nil || variables[$0.expression.trimmedDescription] != nil
    }) == true {
      return true
    }
    return targets.contains {
      target.names.contains($0.name) && reachesLibrary($0, seen: seen.union([target.name]))
    }
  }

  private func migrateFetches(isNeeded: Bool) {
    guard isNeeded, !fetched.isEmpty else { return }
    var isWritten = isFetched
    let keepsExtras = uses.values.contains { $0.contains("ConcurrencyExtras") }
    for node in fetched {
      let isExtras = node.trimmedDescription.contains("swift-concurrency-extras")
      if isExtras, keepsExtras { continue }
      if !isWritten {
        draft.replace(
          node.byteRange,
          with: package ?? ".package(name: \"dependence\", path: \"../dependence\")"
        )
        isWritten = true
        if package == nil {
          draft.note(
            node.start,
            why: "nobody said where 'dependence' is fetched from",
            write: "write its address, or run the command with '--package'"
          )
        }
      } else if let element = node.parent?.as(ArrayElementSyntax.self) {
        remove(element)
      }
    }
    if let platforms, !platforms.trimmedDescription.contains("26") {
      draft.note(
        platforms.start,
        why: "dependence runs on Apple's systems from version 26 on",
        write: "write '.iOS(\"26.0\")', '.macOS(\"26.0\")' and the like"
      )
    }
  }

  private func remove(_ element: ArrayElementSyntax) {
    let lines = source.lines(of: element.byteRange)
    guard lines == element.byteRange else { return draft.replace(lines, with: "") }
    // With the blanks up to what comes next; the last one with the comma before it.
    var range = element.byteRange
    if element.trailingComma != nil {
      while range.upperBound < source.bytes.count, source.bytes[range.upperBound] == 32 {
        range = range.lowerBound..<range.upperBound + 1
      }
    } else {
      while range.lowerBound > 0, [32, 44].contains(source.bytes[range.lowerBound - 1]) {
        range = range.lowerBound - 1..<range.upperBound
      }
    }
    draft.replace(range, with: "")
  }

  /// The product of the library that a dependency of a target names.
  private func product(of node: ExprSyntax) -> String? {
    if let call = node.as(FunctionCallExprSyntax.self),
      ["product", "byName"].contains(call.calledExpression.trimmedDescription.lastComponent),
      let name = call.literal("name"), known[name] != nil
    {
      return name
    }
    guard let name = node.literal, known[name] != nil,
      node.parent?.parent?.parent?.parent?.as(LabeledExprSyntax.self)?.label?.text == "dependencies"
    else { return nil }
    return name
  }

  /// A dependency of a target on a product, written as another is.
  private func element(like node: ExprSyntax, named name: String) -> String {
    if let call = node.as(FunctionCallExprSyntax.self), let old = call.literal("name"),
      let package = call.literal("package")
    {
      return String(decoding: source.bytes[node.byteRange], as: UTF8.self)
        .replacing("\"\(package)\"", with: "\"dependence\"").replacing(
          "\"\(old)\"",
          with: "\"\(name)\""
        )
    }
    return ".product(name: \"\(name)\", package: \"dependence\")"
  }
}

extension FunctionCallExprSyntax {
  /// The text of an argument that is a string.
  fileprivate func literal(_ label: String) -> String? {
    arguments.first { $0.label?.text == label }?.expression.literal
  }
}

extension ExprSyntax {
  /// The text of a string without interpolations.
  var literal: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// The name in a dependency of a target.
  fileprivate var dependencyName: String? {
    literal ?? self.as(FunctionCallExprSyntax.self)?.literal("name")
  }
}
