import SwiftParser
import SwiftSyntax

/// Migrates the manifest of a package: what it fetches, and what its targets link.
final class ManifestMigrator: SyntaxVisitor {
  private(set) var draft: Draft
  private let source: MigrationSource
  private let origin: MigrationOrigin
  private let package: String?
  private let uses: [String: Set<String>]
  private var fetched: [FunctionCallExprSyntax] = []
  private var isFetched = false
  private var targets: [Target] = []
  private var platforms: ExprSyntax?
  private var variables: [String: (product: String, node: ExprSyntax)] = [:]

  private struct Target {
    var name: String
    var files: [Set<String>]
    var call: FunctionCallExprSyntax
    var isTest: Bool

    var list: ArrayExprSyntax? { call.argument("dependencies")?.as(ArrayExprSyntax.self) }
    var elements: [ArrayElementSyntax] { list.map { Array($0.elements) } ?? [] }
    var names: [String] { elements.compactMap(\.expression.dependencyName) }
  }

  static func isManifest(_ source: MigrationSource) -> Bool {
    let name = source.path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  init(
    _ source: MigrationSource,
    origin: MigrationOrigin,
    package: String?,
    products: [String: Set<String>]
  ) {
    (self.source, self.origin, self.package, uses) = (source, origin, package, products)
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
    let called = node.calledExpression.trimmedDescription
    if called == "Package" { platforms = node.argument("platforms") }
    switch called.lastComponent {
    case "package":
      let names = ["url", "path", "name", "id"].compactMap { node.argument($0)?.literal }.map {
        $0.split { "/.".contains($0) }.last { $0 != "git" }.map(String.init) ?? $0
      }
      if names.contains("dependence") { isFetched = true }
      if !origin.packages.isDisjoint(with: names) { fetched.append(node) }
    case "target", "executableTarget", "testTarget":
      // `.target(name: "A")` among dependencies names a target, and declares none.
      guard let name = node.argument("name")?.literal,
        node.ancestor(LabeledExprSyntax.self)?.label?.text != "dependencies"
      else { break }
      let isTest = called.hasSuffix("testTarget")
      let folder = source.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let place = node.argument("path")?.literal ?? (isTest ? "Tests/" : "Sources/") + name
      let path = folder.map { $0 + "/" }.joined() + place + "/"
      let files = uses.filter { $0.key.hasPrefix(path) }.map(\.value)
      targets.append(Target(name: name, files: files, call: node, isTest: isTest))
    default: break
    }
    return .visitChildren
  }

  /// Writes the edits, once everything is seen.
  func migrate() {
    walk(source.tree)
    for variable in variables.values {
      if let new = origin.modules[variable.product]?.first {
        draft.replace(variable.node.byteRange, with: element(like: variable.node, named: new))
      }
    }
    for target in targets { migrate(target) }
    if !fetched.isEmpty { migrateFetches() }
  }

  private func migrate(_ target: Target) {
    let elements = target.elements
    let old = elements.filter { product(of: $0.expression) != nil }
    let lent = elements.compactMap { variables[$0.expression.lastComponent]?.product }
    let used = Set(target.files.joined())
    var needed = used.filter { $0.hasPrefix("Dependence") }
    // A test without the harness would not fail where what it tests reports an issue.
    if target.isTest, reachesLibrary(target, seen: []) {
      needed.formUnion(used.filter { $0.hasPrefix("~") }.map { String($0.dropFirst()) })
      if needed.isEmpty { needed = ["DependenceTesting"] }
    }
    if target.files.isEmpty || needed.isEmpty {
      needed.formUnion(old.flatMap { replacements(of: $0) })
    }
    needed.subtract(lent.compactMap { origin.modules[$0]?.first })
    needed.subtract(target.names)
    var rest = needed.sorted()
    let replaced = old.filter {
      !used.contains("ConcurrencyExtras") || product(of: $0.expression) != "ConcurrencyExtras"
    }
    for node in replaced {
      let isLast = node.id == replaced.last?.id
      let new = isLast ? rest : replacements(of: node).filter(rest.contains)
      rest.removeAll { new.contains($0) }
      if new.isEmpty {
        remove(node)
        continue
      }
      let isAlone = source.lines(of: node.byteRange) != node.byteRange
      let text = new.map { element(like: node.expression, named: $0) }
        .joined(separator: separator(before: node, isAlone: isAlone))
      draft.replace(node.expression.byteRange, with: text)
    }
    add(rest.map { ".product(name: \"\($0)\", package: \"dependence\")" }, to: target)
  }

  private func add(_ new: [String], to target: Target) {
    if new.isEmpty { return }
    let text = new.joined(separator: ", ")
    if let list = target.list, let last = list.elements.last {
      let start = source.lineStart(of: last.start)
      let isAlone = source.bytes[start..<last.start].allSatisfy { $0 == 32 || $0 == 9 }
      let separator = separator(before: last, isAlone: isAlone)
      insert(new.map { separator + $0 }.joined(), at: last.expression.end)
    } else if let list = target.list {
      insert(text, at: list.leftSquare.end)
    } else if let name = target.call.argument("name"), target.call.argument("dependencies") == nil {
      insert(", dependencies: [\(text)]", at: name.end)
    } else {
      draft.note(
        target.call.start,
        why: "the dependencies of '\(target.name)' are not written here",
        write: "add \(text)"
      )
    }
  }

  private func insert(_ text: String, at end: Int) { draft.replace(end..<end, with: text) }

  /// The text between two elements of a list, one of which begins a line.
  private func separator(before element: ArrayElementSyntax, isAlone: Bool) -> String {
    let start = source.lineStart(of: element.start)
    return isAlone ? "," + source.newline + source.indentation(at: start) : ", "
  }

  /// True if a target, or one that it is built on, links the library.
  private func reachesLibrary(_ target: Target, seen: Set<String>) -> Bool {
    if seen.contains(target.name) { return false }
    let isLinked = target.elements.contains {
      product(of: $0.expression) != nil || variables[$0.expression.lastComponent] != nil
    }
    let names = target.names
    return isLinked
      || targets.contains {
        names.contains($0.name) && reachesLibrary($0, seen: seen.union([target.name]))
      }
  }

  private func migrateFetches() {
    let keepsExtras = uses.values.contains { $0.contains("ConcurrencyExtras") }
    for node in fetched
    where !keepsExtras || !node.trimmedDescription.contains("swift-concurrency-extras") {
      if !isFetched {
        isFetched = true
        let line = ".package(name: \"dependence\", path: \"../dependence\")"
        draft.replace(node.byteRange, with: package ?? line)
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
    var range = source.lines(of: element.byteRange)
    if range == element.byteRange {
      // With the blanks up to what comes next; the last one with the comma before it.
      if element.trailingComma != nil {
        let after = source.bytes[range.upperBound...].prefix { $0 == 32 }
        range = range.lowerBound..<after.endIndex
      } else {
        let before = source.bytes[..<range.lowerBound].reversed().prefix { $0 == 32 || $0 == 44 }
        range = range.lowerBound - before.count..<range.upperBound
      }
    }
    draft.replace(range, with: "")
  }

  private func replacements(of element: ArrayElementSyntax) -> [String] {
    product(of: element.expression).flatMap { origin.modules[$0] } ?? []
  }

  /// The product of the library that a dependency of a target names.
  private func product(of node: ExprSyntax) -> String? {
    let isKnown = { (name: String?) in name.flatMap { self.origin.modules[$0] } != nil }
    if let call = node.as(FunctionCallExprSyntax.self),
      ["product", "byName"].contains(call.calledExpression.lastComponent),
      isKnown(node.dependencyName)
    {
      return node.dependencyName
    }
    let argument = node.parent?.parent?.parent?.parent?.as(LabeledExprSyntax.self)
    return isKnown(node.literal) && argument?.label?.text == "dependencies" ? node.literal : nil
  }

  /// A dependency of a target on a product, written as another is.
  private func element(like node: ExprSyntax, named name: String) -> String {
    guard let call = node.as(FunctionCallExprSyntax.self), let old = call.argument("name")?.literal,
      let package = call.argument("package")?.literal
    else { return ".product(name: \"\(name)\", package: \"dependence\")" }
    return node.trimmedDescription.replacing("\"\(package)\"", with: "\"dependence\"")
      .replacing("\"\(old)\"", with: "\"\(name)\"")
  }
}

extension FunctionCallExprSyntax {
  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }
}

extension ExprSyntax {
  /// The text of a string without interpolations.
  fileprivate var literal: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The name in a dependency of a target.
  fileprivate var dependencyName: String? {
    literal ?? self.as(FunctionCallExprSyntax.self)?.argument("name")?.literal
  }
}
