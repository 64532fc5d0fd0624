import Foundation
import PackagePlugin

/// The plugin behind the command `swift package dependence`, which runs the `dependence` tool on
/// the package's modules.
@main
struct DependenceCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "DependenceCommand").url
    process.arguments = arguments.isEmpty ? ["check"] : arguments
    // Run the `migrate` command in the package's folder, and do not pass it any source files. The
    // command finds the files itself, because it also changes manifests and tests.
    if arguments.first == "migrate" { process.currentDirectoryURL = context.package.directoryURL }
    for module in arguments.first == "migrate" ? [] : modules(of: context.package) {
      process.arguments? += ["--module", module.moduleName]
      process.arguments? += module.sourceFiles(withSuffix: ".swift").map(\.url.path)
    }
    try process.run()
    process.waitUntilExit()
    // The tool has already printed its errors, so only exit with the same exit code.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
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
      for dependency in target.dependencies {
        switch dependency {
        case .target(let target): pending.append(target)
        case .product(let product): pending += product.targets
        @unknown default: break
        }
      }
    }
    return modules
  }
}
