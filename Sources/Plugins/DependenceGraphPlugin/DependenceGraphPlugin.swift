import Foundation
import PackagePlugin

/// A build plugin that checks a target's dependency graph and generates the code to create it.
///
/// For a test target, the plugin instead generates a test suite whose test cases each check one
/// declaration in the graph.
@main
struct DependenceGraphPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let modules = [target] + target.modulesBelow
    let output = context.pluginWorkDirectoryURL.appending(path: "\(target.moduleName)+Graph.swift")
    let cache = context.pluginWorkDirectoryURL.appending(path: "cache")
    var arguments = ["--output", output.path, "--cache", cache.path]
    if target.kind == .test { arguments.append("--tests") }
    let manifests = context.package.manifests
    for module in modules {
      // Pass the module's name, because the generator cannot always derive it from the paths of the
      // module's files. The name must precede these paths.
      arguments += ["--module", module.moduleName, "--kind", module.kindName]
      arguments += module.targetsBelow.compactMap { $0 as? SwiftSourceModuleTarget }
        .filter { $0.kind != .macro }.flatMap { ["--depends", $0.moduleName] }
      arguments += module.compilationConditions.flatMap { ["--define", $0] }
      // Pass the path of the package manifest, `Package.swift`, because it specifies the module's
      // default isolation and language mode, which the plugin API does not provide. If SwiftPM uses
      // a version-specific manifest in the same folder instead, such as `Package@swift-6.2.swift`,
      // the generator reads that one.
      if let manifest = manifests[module.id] { arguments += ["--manifest", manifest.path] }
      arguments += module.swiftFiles.map(\.path)
    }
    return [
      .buildCommand(
        displayName: "Dependency graph of \(target.moduleName)",
        executable: try context.tool(named: "DependenceGenerator").url,
        arguments: arguments,
        inputFiles: modules.flatMap(\.swiftFiles)
          + Set(modules.compactMap { manifests[$0.id] }).flatMap(\.versions).sorted {
            $0.path < $1.path
          },
        outputFiles: [output]
      )
    ]
  }
}

extension Package {
  /// The manifests of this package and its direct and indirect dependencies, keyed by the IDs of
  /// the targets that they declare.
  var manifests: [Target.ID: URL] {
    var manifests: [Target.ID: URL] = [:]
    var seen: Set<Package.ID> = []
    var pending = [self]
    while let package = pending.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      let manifest = package.directoryURL.appending(path: "Package.swift")
      for target in package.targets { manifests[target.id] = manifest }
      pending += package.dependencies.map(\.package)
    }
    return manifests
  }
}

extension URL {
  /// This `Package.swift` and the version-specific manifests in the same folder, such as
  /// `Package@swift-6.2.swift`.
  fileprivate var versions: [URL] {
    let folder = deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return [self]
      + names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
      .map { folder.appending(path: $0) }
  }
}

extension SwiftSourceModuleTarget {
  var swiftFiles: [URL] { sourceFiles(withSuffix: ".swift").map(\.url) }

  /// The argument for the generator's option `--kind`.
  fileprivate var kindName: String {
    switch kind {
    case .executable: "executable"
    case .test: "test"
    default: "library"
    }
  }

  /// The modules that this module depends on, directly or indirectly, without duplicates. Unlike
  /// `recursiveTargetDependencies`, this list excludes macros and the modules that only macros
  /// depend on.
  var modulesBelow: [SwiftSourceModuleTarget] {
    var modules: [SwiftSourceModuleTarget] = []
    var seen: Set = [id]
    var pending: [any Target] = [self]
    while let target = pending.popLast() {
      for next in target.targetsBelow where seen.insert(next.id).inserted {
        let module = next as? SwiftSourceModuleTarget
        guard module?.kind != .macro else { continue }
        if let module { modules.append(module) }
        pending.append(next)
      }
    }
    return modules
  }
}

extension Target {
  /// The targets on which this target directly depends, including those of products.
  fileprivate var targetsBelow: [any Target] {
    dependencies.flatMap { dependency -> [any Target] in
      switch dependency {
      case .target(let target): [target]
      case .product(let product): product.targets
      @unknown default: []
      }
    }
  }
}
