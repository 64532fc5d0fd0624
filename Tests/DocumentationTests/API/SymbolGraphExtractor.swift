import Foundation
import Subprocesses

/// Runs `swift-symbolgraph-extract` on a compiled module.
struct SymbolGraphExtractor {
  /// The folder that contains the test process and the modules with which it was built.
  let products: URL

  func run(_ module: String, into folder: URL) async throws -> Transcript {
    let modules = products.appending(path: "Modules")
    let simulation = products.appending(path: "CSimulationRuntime.build/module.modulemap")
    return try await Subprocess.run(
      URL(filePath: "/usr/bin/env"),
      [
        "swift-symbolgraph-extract", "-module-name", module, "-target", Self.target,
        "-I", modules.path, "-Xcc", "-fmodule-map-file=\(simulation.path)",
        "-output-dir", folder.path, "-emit-extension-block-symbols",
        "-skip-synthesized-members", "-skip-inherited-docs",
      ],
      deadline: 120
    )
  }

  #if arch(x86_64)
  private static let target = "x86_64-unknown-linux-gnu"
  #elseif arch(arm64)
  private static let target = "aarch64-unknown-linux-gnu"
  #else
  #error("name the target of this processor")
  #endif
}

struct ExtractionError: Error {
  let transcript: Transcript
}
