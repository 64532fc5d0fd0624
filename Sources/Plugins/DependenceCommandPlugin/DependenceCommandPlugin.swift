import Foundation
import PackagePlugin

/// The plugin for the `swift package dependence` command, which runs the `dependence` tool on the
/// package's modules.
@main
struct DependenceCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "DependenceCommand").url
    // SwiftPM defines `SWIFT_PACKAGE` for every module, but does not pass this condition to
    // plugins, so pass it to the tool here.
    let isMigration = arguments.first == "migrate"
    process.arguments =
      (arguments.isEmpty ? ["check"] : arguments)
      + (isMigration ? [] : ["--define", "SWIFT_PACKAGE"])
    // Run the `migrate` command in the package's folder, and do not pass it any source files. It
    // finds the files itself, because it also changes manifests and tests.
    if isMigration { process.currentDirectoryURL = context.package.directoryURL }
    let manifests = isMigration ? [:] : manifests(of: context.package)
    for module in isMigration ? [] : modules(of: context.package) {
      process.arguments? += ["--module", module.moduleName]
      process.arguments? += [
        "--module-kind", module.kind == .executable ? "executable" : "library",
      ]
      process.arguments? += module.compilationConditions.flatMap { ["--module-define", $0] }
      process.arguments? += module.dependencies.flatMap(\.modules)
        .flatMap { ["--module-depends", $0.moduleName] }
      // The tool reads the version-specific manifest next to this file if SwiftPM uses that one.
      if let manifest = manifests[module.id] {
        process.arguments? += ["--manifest", manifest.path]
      }
      process.arguments? += module.sourceFiles(withSuffix: ".swift").map(\.url.path)
    }
    try process.run()
    process.waitUntilExit()
    // The tool has already printed its errors, so just forward its exit code.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// Returns the manifests of a package and its direct and indirect dependencies, keyed by the IDs
  /// of the targets that they declare.
  private func manifests(of root: Package) -> [Target.ID: URL] {
    var manifests: [Target.ID: URL] = [:]
    var seen: Set<Package.ID> = []
    var pending = [root]
    while let package = pending.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      let manifest = package.directoryURL.appending(path: "Package.swift")
      for target in package.targets { manifests[target.id] = manifest }
      pending += package.dependencies.map(\.package)
    }
    return manifests
  }

  /// Returns the Swift modules of the package and the modules that they depend on, without
  /// duplicates. Macros and tests are excluded, because they are not part of the app.
  private func modules(of package: Package) -> [SwiftSourceModuleTarget] {
    var modules: [SwiftSourceModuleTarget] = []
    var seen: Set<Target.ID> = []
    var pending = Array(package.targets.reversed())
    while let target = pending.popLast() {
      guard seen.insert(target.id).inserted else { continue }
      let module = target as? SwiftSourceModuleTarget
      guard module?.kind != .macro, module?.kind != .test else { continue }
      if let module { modules.append(module) }
      pending += target.dependencies.flatMap(\.targets)
    }
    return modules
  }
}

extension TargetDependency {
  fileprivate var targets: [any Target] {
    switch self {
    case .target(let target): [target]
    case .product(let product): product.targets
    @unknown default: []
    }
  }

  /// The Swift modules of this dependency. Macros are excluded, because they are not linked into
  /// the program.
  fileprivate var modules: [SwiftSourceModuleTarget] {
    targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind != .macro }
  }
}
