import Foundation
import PackagePlugin

/// Checks a target's dependency graph while it is built, and writes the code that makes its roots.
///
/// In a test target it writes a suite instead, with a test case for each check.
@main
struct DependenceGraphPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let modules = [target] + target.modulesBelow
    let output = context.pluginWorkDirectoryURL.appending(path: "\(target.moduleName)+Graph.swift")
    let cache = context.pluginWorkDirectoryURL.appending(path: "cache")
    var arguments = ["generate", "--output", output.path, "--cache", cache.path]
    if target.kind == .test { arguments.append("--tests") }
    arguments += Set(modules.flatMap(\.compilationConditions)).sorted().flatMap {
      ["--define", $0]
    }
    for module in modules {
      // By name: a path does not say which module a file is part of.
      arguments += ["--module", module.moduleName] + module.swiftFiles.map(\.path)
    }
    return [
      .buildCommand(
        displayName: "Dependency graph of \(target.moduleName)",
        executable: try context.tool(named: "DependenceCommand").url,
        arguments: arguments,
        inputFiles: modules.flatMap(\.swiftFiles),
        outputFiles: [output]
      )
    ]
  }
}

extension SwiftSourceModuleTarget {
  var swiftFiles: [URL] { sourceFiles(withSuffix: ".swift").map(\.url) }

  /// The modules that this one is built on, each once.
  ///
  /// Not `recursiveTargetDependencies`, which also lists what macros are made of.
  var modulesBelow: [SwiftSourceModuleTarget] {
    var modules: [SwiftSourceModuleTarget] = []
    var seen: Set = [id]
    var pending: [any Target] = [self]
    while let target = pending.popLast() {
      for dependency in target.dependencies {
        let targets: [any Target] =
          switch dependency {
          case .target(let target): [target]
          case .product(let product): product.targets
          @unknown default: []
          }
        for next in targets where seen.insert(next.id).inserted {
          let module = next as? SwiftSourceModuleTarget
          guard module?.kind != .macro else { continue }
          if let module { modules.append(module) }
          pending.append(next)
        }
      }
    }
    return modules
  }
}
