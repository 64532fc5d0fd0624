/// An index of the type declarations in all scanned files, and of each file's imports.
struct DeclarationIndex: Sendable {
  struct Entry: Sendable {
    let declaration: TypeDeclaration
    let nominal: TypeName.Nominal
    let scope: NameScope
  }

  private(set) var entries: [Entry] = []
  let modules: Set<String>
  private(set) var imported: Set<String> = ["Swift"]
  private(set) var nestedNames: Set<String> = []
  private var topLevel: Set<String> = []
  private var byName: [String: [Int]] = [:]
  private var byNominal: [TypeName.Nominal: Int] = [:]
  private var importsByFile: [String: Set<String>] = [:]
  private var modulesByName: [String: Set<String>] = [:]
  /// The number of types, generic parameters, and properties that the scanned files declare under
  /// each unqualified name. Generated code qualifies a type name with its module if it could be
  /// ambiguous.
  private var counts: [String: Int] = [:]

  init(_ project: Project) {
    modules = Set(project.files.map(\.module))
    readImports(of: project)
    let found = project.files.flatMap { file in file.allDeclarations.map { ($0, file.path) } }
    for (declaration, _) in found {
      modulesByName[declaration.name, default: []].insert(declaration.module)
    }
    // Also count the names of properties, because a property can shadow a type with the same name.
    // Generated code must then qualify the type's name with its module.
    let labels = project.types.flatMap(\.properties).map(\.label)
    let names = found.flatMap { [$0.0.name.lastComponent] + $0.0.genericParameters }
    let all = ["TestOverrides"] + labels + names
    counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    topLevel = Set(found.map(\.0.name).filter { !$0.contains(".") })
    for (declaration, path) in found { add(declaration, of: path) }
  }

  private mutating func add(_ declaration: TypeDeclaration, of path: String) {
    let name = unqualified(declaration.name)
    let nominal = TypeName.Nominal(
      module: declaration.module,
      name: name,
      file: declaration.access <= .fileprivate ? path : nil,
      isProtocol: declaration.kind == .protocol,
      needsModule: isShared(name.firstComponent, least: 2),
      isAmongModules: modulesByName[declaration.name, default: []].count > 1
        || ForeignNames.standardTypes.contains(name)
    )
    let levels = declaration.enclosing.map(unqualified) + [name]
    let scope = NameScope(levels: levels, module: declaration.module, file: path)
    byName[name, default: []].append(entries.count)
    if byNominal[nominal] == nil { byNominal[nominal] = entries.count }
    if name.contains(".") { nestedNames.insert(name.lastComponent) }
    entries.append(Entry(declaration: declaration, nominal: nominal, scope: scope))
  }

  /// Returns `name` without its leading module name, or `name` unchanged if it has none.
  private func unqualified(_ name: String) -> String {
    let first = name.firstComponent
    guard first.utf8.count < name.utf8.count, modules.contains(first), !topLevel.contains(first)
    else { return name }
    return String(name.dropFirst(first.count + 1))
  }

  private mutating func readImports(of project: Project) {
    var exports: [String: Set<String>] = [:]
    for file in project.files {
      imported.formUnion(file.imports.map(\.module))
      for line in file.imports where line.source.hasPrefix("@_exported") {
        exports[file.module, default: []].insert(line.module)
      }
    }
    for file in project.files {
      let imports = reachable(from: file.imports.map(\.module)) { Array(exports[$0] ?? []) }
      importsByFile[file.path, default: []].formUnion(imports)
    }
  }

  func imports(of file: String) -> Set<String> { importsByFile[file] ?? [] }

  func declares(_ path: String) -> Bool { byName[path] != nil }

  /// Returns `true` if the scanned files declare this name at least `least` times, so that it could
  /// be ambiguous in generated code.
  ///
  /// Pass 2 for the name of a scanned type, because one of the declarations is its own. Pass 1 for
  /// a type that was not scanned.
  func isShared(_ name: String, least: Int = 1) -> Bool { counts[name, default: 0] >= least }

  func entry(of nominal: TypeName.Nominal) -> Int? { byNominal[nominal] }

  /// Returns the indices of the declarations with the qualified name `path`, except for private
  /// declarations in files other than `file`.
  func declarations(of path: String, seenFrom file: String) -> [Int] {
    (byName[path] ?? []).filter { entries[$0].nominal.file.map { $0 == file } ?? true }
  }
}

/// The context that a name in source code is looked up in: the enclosing types, the module, the
/// file, and the arguments for the generic parameters.
struct NameScope: Hashable, Sendable {
  var levels: [String] = []
  var module: String
  var file: String
  var parameters: [String: TypeName] = [:]
  var aliases = 0

  var outer: NameScope {
    var outer = self
    _ = outer.levels.popLast()
    return outer
  }

  func adding(_ parameters: [String: TypeName]) -> NameScope {
    guard !parameters.isEmpty else { return self }
    var inner = self
    inner.parameters.merge(parameters) { $1 }
    return inner
  }
}

extension String {
  var firstComponent: String { firstIndex(of: ".").map { String(self[..<$0]) } ?? self }
  var lastComponent: String { lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }
}
