import SwiftParser
import SwiftSyntax

/// Migrates a package manifest. Replaces package dependencies on the old library (the one to
/// migrate from) with a dependency on this library's package, and the old library's products in
/// target dependencies with this library's products.
final class ManifestMigrator: SyntaxVisitor {
  private(set) var draft: Draft
  private let source: MigrationSource
  private let origin: MigrationOrigin
  private let line: String?
  private let uses: [String: Set<String>]
  private var fetched: [FunctionCallExprSyntax] = []
  private var isFetched = false
  private var targets: [Target] = []
  private var package: FunctionCallExprSyntax?
  private var platforms: ExprSyntax?
  /// The names of the targets that this package declares. A string literal in a list of target
  /// dependencies may refer to one of these targets instead of a product with the same name.
  private var ownTargets: Set<String> = []
  /// The old library's products listed in each helper property or function, keyed by the helper's
  /// name. For example, `let common: [Target.Dependency] = […]` is a helper property.
  private var helpers: [String: Set<String>] = [:]
  /// Lists of target dependencies outside of target declarations, for example in a helper property
  /// such as `let common: [Target.Dependency] = […]`.
  private var shared: [ArrayExprSyntax] = []
  /// References to a single product of the old library outside of an array, for example as the
  /// result of a helper function.
  private var alone: [ExprSyntax] = []

  private struct Target {
    var name: String
    var files: [Set<String>]
    var call: FunctionCallExprSyntax
    var isTest: Bool
    /// The path of the target's folder, with a slash at the end.
    var path: String

    /// The array literals inside the target's `dependencies` argument if it is an expression such
    /// as `common + [.product(…)]`. If the argument itself is an array literal, this property is
    /// empty.
    var nestedLists: [ArrayExprSyntax] {
      let value = call.argument("dependencies")
      return list == nil ? value?.nodes(ArrayExprSyntax.self) ?? [] : []
    }

    var list: ArrayExprSyntax? { call.argument("dependencies")?.as(ArrayExprSyntax.self) }
    var elements: [ArrayElementSyntax] { list.map { Array($0.elements) } ?? [] }
    var names: [String] { elements.compactMap(\.expression.dependencyName) }
  }

  /// Returns `true` if a file is a package manifest. A file named `Package.swift` that imports
  /// other modules, but not `PackageDescription`, is a target's source file and not a manifest.
  static func isManifest(_ source: MigrationSource) -> Bool {
    let name = source.path.split(separator: "/").last ?? ""
    guard name == "Package.swift" || name.hasPrefix("Package@swift-") else { return false }
    return source.importedModules.isEmpty || source.importedModules.contains("PackageDescription")
  }

  init(
    _ source: MigrationSource,
    origin: MigrationOrigin,
    package: String?,
    products: [String: Set<String>]
  ) {
    (self.source, self.origin, line, uses) = (source, origin, package, products)
    draft = Draft(source)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.trimmedDescription
    if called == "Package" { (package, platforms) = (node, node.argument("platforms")) }
    switch called.lastComponent {
    case "package":
      let names = ["url", "path", "name", "id"].compactMap { node.argument($0)?.literal }.map {
        $0.split { "/.".contains($0) }.last { $0 != "git" }.map(String.init) ?? $0
      }
      if names.contains("dependence") { isFetched = true }
      if !origin.packages.isDisjoint(with: names) { fetched.append(node) }
    case "target", "executableTarget", "testTarget":
      // Inside a dependency list, `.target(name: "A")` refers to a target and does not declare one.
      guard let name = node.argument("name")?.literal,
        node.ancestor(LabeledExprSyntax.self)?.label?.text != "dependencies"
      else { break }
      ownTargets.insert(name)
      let isTest = called.hasSuffix("testTarget")
      let folder = source.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let place = node.argument("path")?.literal ?? (isTest ? "Tests/" : "Sources/") + name
      let path = folder.map { $0 + "/" }.joined() + place + "/"
      let files = uses.filter { $0.key.hasPrefix(path) }.map(\.value)
      targets.append(
        Target(name: name, files: files, call: node, isTest: isTest, path: path)
      )
    default: break
    }
    return .visitChildren
  }

  /// Migrates the manifest. Visits the whole manifest before recording any edits, because a
  /// target's dependencies may be listed in a property or function that is declared anywhere in it.
  func migrate() {
    walk(source.tree)
    findHelpers()
    for list in shared { migrate(list) }
    for node in alone { migrate(alone: node) }
    for target in targets { migrate(target) }
    noteUncovered()
    if !fetched.isEmpty {
      migrateFetches()
    } else if !isFetched, let package, draft.hasEdits {
      draft.note(
        package.start,
        why: "this manifest has no literal URL of the replaced library",
        write: "add this package dependency: \(line ?? Self.localPackage)"
      )
    }
  }

  /// Finds references to the old library's products outside of the targets' own dependency lists.
  private func findHelpers() {
    let own = Set(targets.compactMap { $0.list?.id })
    for list in source.tree.nodes(ArrayExprSyntax.self) where !own.contains(list.id) {
      let products = list.elements.compactMap { product(of: $0.expression) }
      if products.isEmpty { continue }
      shared.append(list)
      for name in list.helperNames { helpers[name, default: []].formUnion(products) }
    }
    for call in source.tree.nodes(FunctionCallExprSyntax.self)
    where call.parent?.is(ArrayElementSyntax.self) != true {
      guard let product = product(of: ExprSyntax(call)) else { continue }
      alone.append(ExprSyntax(call))
      for name in call.helperNames { helpers[name, default: []].insert(product) }
    }
  }

  /// Replaces the old library's products in an array of target dependencies that several targets
  /// may share, such as the value of a helper property.
  private func migrate(_ list: ArrayExprSyntax) {
    var written: Set<String> = []
    for element in list.elements where isReplaced(element, keepingExtras: keepsExtras) {
      let new = replacements(of: element).filter { written.insert($0).inserted }
      if new.isEmpty {
        remove(element)
      } else {
        let text = new.map { self.element(like: element.expression, named: $0) }
        draft.replace(element.expression.byteRange, with: text.joined(separator: ", "))
      }
    }
  }

  private func migrate(alone node: ExprSyntax) {
    guard let product = product(of: node) else { return }
    if let new = origin.modules[product]?.first {
      draft.replace(node.byteRange, with: element(like: node, named: new))
    } else if !keepsExtras {
      draft.note(
        node.start,
        why: "the product '\(product)' has no equivalent",
        write: "remove it, and the code that uses it"
      )
    }
  }

  private var keepsExtras: Bool { uses.values.contains { $0.contains("ConcurrencyExtras") } }

  /// Whether the manifest still fetches the package swift-concurrency-extras after the migration,
  /// because files need it.
  private var fetchesExtras: Bool {
    keepsExtras && fetched.contains { $0.trimmedDescription.contains("swift-concurrency-extras") }
  }

  /// Returns `true` if an element of a dependency list refers to a product of the old library that
  /// the migration replaces or removes.
  ///
  /// - Parameter keepingExtras: Whether code that depends on the list still needs the product
  ///   `ConcurrencyExtras`.
  private func isReplaced(_ element: ArrayElementSyntax, keepingExtras: Bool) -> Bool {
    product(of: element.expression).map { !keepingExtras || $0 != "ConcurrencyExtras" } == true
  }

  /// Reports each folder in `Sources` or `Tests` whose migrated files need a product of this
  /// library but belong to no target that the migration can find in the manifest.
  private func noteUncovered() {
    guard let package else { return }
    let root = source.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .map { $0 + "/" }.joined()
    var missing: [String: Set<String>] = [:]
    for (path, products) in uses
    where path.hasPrefix(root) && !targets.contains(where: { path.hasPrefix($0.path) }) {
      let parts = path.dropFirst(root.count).split(separator: "/")
      guard parts.count > 2, ["Sources", "Tests"].contains(parts[0]) else { continue }
      let new = products.filter {
        $0.hasPrefix("Dependence") || $0 == "ConcurrencyExtras" && fetchesExtras
      }
      if !new.isEmpty {
        missing[parts.prefix(2).joined(separator: "/"), default: []].formUnion(new)
      }
    }
    for (folder, products) in missing.sorted(by: { $0.key < $1.key }) {
      draft.note(
        package.start,
        why: "no target with a literal name contains the files in '\(folder)'",
        write: "add to that target \(products.sorted().map(Self.element).joined(separator: ", "))"
      )
    }
  }

  private static func element(_ product: String) -> String {
    let package = product == "ConcurrencyExtras" ? "swift-concurrency-extras" : "dependence"
    return ".product(name: \"\(product)\", package: \"\(package)\")"
  }

  private func migrate(_ target: Target) {
    let elements = target.elements
    let used = Set(target.files.joined())
    let keepsExtras = used.contains("ConcurrencyExtras")
    let old = elements.filter { product(of: $0.expression) != nil }
    let names = target.call.argument("dependencies")?.referencedNames ?? []
    let lent =
      names.flatMap { helpers[$0, default: []] }
      + target.nestedLists.flatMap { list in
        list.elements.compactMap { product(of: $0.expression) }
      }
    var needed = used.filter { $0.hasPrefix("Dependence") }
    // A test target has to link a test harness such as `DependenceTesting`, even if its files do
    // not import it. Otherwise, its tests would not fail when the tested code reports an issue. For
    // this purpose, `used` contains the harness modules for each test file, marked with the prefix
    // `~`.
    if target.isTest, reachesLibrary(target, seen: []) {
      needed.formUnion(used.filter { $0.hasPrefix("~") }.map { String($0.dropFirst()) })
      if needed.isEmpty { needed = ["DependenceTesting"] }
    }
    if target.files.isEmpty || needed.isEmpty {
      needed.formUnion(old.flatMap { replacements(of: $0) })
    }
    needed.subtract(lent.flatMap { origin.modules[$0] ?? [] })
    needed.subtract(target.names)
    var rest = needed.sorted()
    // A file may have used swift-concurrency-extras through swift-dependencies, which re-exports it.
    if keepsExtras, fetchesExtras, !(lent + target.names).contains("ConcurrencyExtras") {
      rest.append("ConcurrencyExtras")
    }
    let replaced = old.filter { isReplaced($0, keepingExtras: keepsExtras) }
    for node in replaced {
      let isLast = node.id == replaced.last?.id
      let new = isLast ? rest : replacements(of: node).filter(rest.contains)
      rest.removeAll { new.contains($0) }
      if new.isEmpty {
        remove(node)
        continue
      }
      let isAlone = source.lines(of: node.byteRange) != node.byteRange
      let text = new.map {
        element(like: node.expression, named: $0, when: condition(of: $0, replacing: replaced))
      }
      .joined(separator: separator(before: node, isAlone: isAlone))
      draft.replace(node.expression.byteRange, with: text)
    }
    add(rest.map(Self.element), to: target)
  }

  /// Returns the `condition:` argument for a new product, taken from the elements of a dependency
  /// list that the product replaces. Returns `nil` if one of these elements has no condition. If
  /// their conditions differ, returns the first one and reports the difference.
  private func condition(of product: String, replacing elements: [ArrayElementSyntax]) -> String? {
    let sources = elements.filter { replacements(of: $0).contains(product) }
    // Some new products replace none of the elements. Such a product may be needed under the
    // condition of any element, so consider all of them.
    let conditions = (sources.isEmpty ? elements : sources).map {
      $0.expression.as(FunctionCallExprSyntax.self)?.argument("condition")?.trimmedDescription
    }
    guard let first = conditions.first, !conditions.contains(nil) else { return nil }
    if Set(conditions).count > 1, let element = elements.first {
      draft.note(
        element.start,
        why: "the replaced products had different conditions",
        write: "check the condition of each product of dependence in this list"
      )
    }
    return first
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
        why: "the dependencies of '\(target.name)' are not a literal list",
        write: "add \(text)"
      )
    }
  }

  private func insert(_ text: String, at end: Int) { draft.replace(end..<end, with: text) }

  /// Returns the separator to insert between `element` and a new list element: a comma, followed by
  /// a line break and indentation if `isAlone` is `true`, and by a space otherwise.
  private func separator(before element: ArrayElementSyntax, isAlone: Bool) -> String {
    let start = source.lineStart(of: element.start)
    return isAlone ? "," + source.newline + source.indentation(at: start) : ", "
  }

  /// Returns `true` if a target links the old library, directly or through another target of this
  /// package.
  private func reachesLibrary(_ target: Target, seen: Set<String>) -> Bool {
    if seen.contains(target.name) { return false }
    let isLinked =
      target.elements.contains { product(of: $0.expression) != nil }
      || target.call.argument("dependencies")?.referencedNames.contains { helpers[$0] != nil }
        == true
      || target.nestedLists.contains { $0.elements.contains { product(of: $0.expression) != nil } }
    let names = target.names
    return isLinked
      || targets.contains {
        names.contains($0.name) && reachesLibrary($0, seen: seen.union([target.name]))
      }
  }

  private func migrateFetches() {
    for node in fetched
    where !keepsExtras || !node.trimmedDescription.contains("swift-concurrency-extras") {
      if !isFetched {
        isFetched = true
        draft.replace(node.byteRange, with: line ?? Self.localPackage)
        if line == nil {
          draft.note(
            node.start,
            why: "the URL of the package 'dependence' is not known",
            write: "write the URL here, or run the command with '--package'"
          )
        }
      } else if let element = node.parent?.as(ArrayElementSyntax.self) {
        remove(element)
      } else {
        draft.note(
          node.start,
          why: "a package of the replaced library is declared outside of a literal list",
          write: "remove it, and the code that uses it"
        )
      }
    }
    if keepsExtras, !fetchesExtras, let package {
      draft.note(
        package.start,
        why: "files import 'ConcurrencyExtras', but this manifest no longer fetches its package",
        write:
          "add the package 'https://github.com/pointfreeco/swift-concurrency-extras', and its product to the targets with these files"
      )
    }
    if let platforms, !platforms.trimmedDescription.contains("26") {
      draft.note(
        platforms.start,
        why: "dependence requires version 26 of Apple's operating systems",
        write: "change the platforms to '.iOS(\"26.0\")', '.macOS(\"26.0\")' and so on"
      )
    }
  }

  private func remove(_ element: ArrayElementSyntax) {
    var range = source.lines(of: element.byteRange)
    if range == element.byteRange {
      // The line also contains other code, so remove only the element, the comma after it, and the
      // following spaces. If there is no comma after the element, remove the comma after the
      // nearest preceding element that is kept.
      if element.trailingComma != nil {
        let after = source.bytes[range.upperBound...].prefix { $0 == 32 }
        range = range.lowerBound..<after.endIndex
      } else {
        let start = draft.startOfRemoval(before: range.lowerBound)
        let before = source.bytes[..<start].reversed().prefix { $0 == 32 || $0 == 44 }
        draft.replace(start - before.count..<start, with: "")
      }
    }
    draft.replace(range, with: "")
  }

  private static let localPackage = ".package(name: \"dependence\", path: \"../dependence\")"

  private func replacements(of element: ArrayElementSyntax) -> [String] {
    product(of: element.expression).flatMap { origin.modules[$0] } ?? []
  }

  /// Returns the name of the old library's product that an element of a dependency list refers to,
  /// or `nil` if the element refers to something else.
  private func product(of node: ExprSyntax) -> String? {
    guard let name = node.dependencyName, origin.modules[name] != nil else { return nil }
    if let call = node.as(FunctionCallExprSyntax.self) {
      switch call.calledExpression.lastComponent {
      case "product": return name
      case "byName": return ownTargets.contains(name) ? nil : name
      default: return nil
      }
    }
    // A string literal refers to a product only inside a dependency list, and only if no target in
    // the package has the same name.
    guard node.is(StringLiteralExprSyntax.self), !ownTargets.contains(name),
      node.ancestor(ArrayExprSyntax.self)?.listsDependencies == true
    else { return nil }
    return name
  }

  /// Returns the code for a dependency on a product. The code begins with the same type name as
  /// `node` if `node` has one, as in `Target.Dependency.product(…)`.
  private func element(
    like node: ExprSyntax,
    named name: String,
    when condition: String?
  ) -> String {
    let call = node.as(FunctionCallExprSyntax.self)
    let base = call?.calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
    var arguments = Self.element(name).dropLast()
    if let aliases = call?.argument("moduleAliases") {
      draft.note(
        node.start,
        why: "the aliases \(aliases.trimmedDescription) rename modules of the replaced library",
        write: "import the modules of dependence by their own names"
      )
    }
    if let condition { arguments += ", condition: \(condition)" }
    return "\(base ?? "")\(arguments))"
  }

  private func element(like node: ExprSyntax, named name: String) -> String {
    let call = node.as(FunctionCallExprSyntax.self)
    let condition = call?.argument("condition")?.trimmedDescription
    return element(like: node, named: name, when: condition)
  }
}

extension ArrayExprSyntax {
  /// Whether the array is a list of target dependencies, as shown by the label of the argument that
  /// contains the array, or by the declared type of the enclosing property or function.
  fileprivate var listsDependencies: Bool {
    for node in ancestors {
      if let argument = node.as(LabeledExprSyntax.self) {
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        let isPackage = call?.calledExpression.trimmedDescription == "Package"
        return argument.label?.text == "dependencies" && !isPackage
      }
      if let binding = node.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.listsDependencies == true
      }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.listsDependencies == true
      }
    }
    return false
  }
}

extension TypeSyntax {
  fileprivate var listsDependencies: Bool {
    let element = self.as(ArrayTypeSyntax.self)?.element.trimmedDescription ?? trimmedDescription
    return element.hasSuffix("Target.Dependency") || element == "Array<Target.Dependency>"
  }
}

extension SyntaxProtocol {
  /// The names of all properties and functions in the manifest that enclose this node. A target
  /// that refers to one of these names may depend on the products that the node mentions.
  fileprivate var helperNames: [String] {
    ancestors.compactMap { node in
      node.as(PatternBindingSyntax.self)?.pattern.trimmedDescription
        ?? node.as(FunctionDeclSyntax.self)?.name.text
    }
  }

  fileprivate var referencedNames: Set<String> {
    Set(nodes(DeclReferenceExprSyntax.self).map(\.baseName.text))
  }
}

extension FunctionCallExprSyntax {
  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }
}

extension ExprSyntax {
  fileprivate var literal: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  fileprivate var dependencyName: String? {
    literal ?? self.as(FunctionCallExprSyntax.self)?.argument("name")?.literal
  }
}
