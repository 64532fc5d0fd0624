import Testing

@testable import DependenceGraphAnalysis

struct ScanConfigurationTests {
  @Test func `a fingerprint covers every value independently of order`() {
    let usual = ScanConfiguration(
      conditions: ["A", "B", "C"],
      operatingSystem: "Linux",
      importableModules: ["M", "N", "O"]
    )
    let changes: [(inout ScanConfiguration) -> Void] = [
      { $0.conditions = ["A", "B"] }, { $0.operatingSystem = "macOS" },
      { $0.importableModules = ["M", "N"] }, { $0.importableModules = [] },
    ]

    #expect(usual.fingerprint == "A,B,C;Linux;M,N,O")
    for change in changes {
      var other = usual
      change(&other)
      #expect(other.fingerprint != usual.fingerprint)
    }
  }

  /// A condition, and the initials of the operating systems on which it is true.
  @Test(arguments: [
    ("canImport(Foundation)", "LmWAiw"), ("canImport(XCTest)", "LmWAiw"),
    ("canImport(_StringProcessing)", "LmWAiw"), ("canImport(Glibc)", "LA"), ("canImport(os)", "mi"),
    ("canImport(SwiftUI)", "mi"), ("canImport(AppKit)", "mi"), ("canImport(ucrt)", "W"),
    ("canImport(CRT)", "W"), ("canImport(WinSDK)", "W"),
    ("canImport(Core)", "LmWAiw"), ("canImport(Elsewhere)", ""), ("os(Linux)", "L"),
    ("os(macOS)", "m"), ("canImport(WASILibc)", "w"), ("os(OSX)", "m"), ("os(Windows)", "W"),
    ("os(iOS)", "i"),
    ("_runtime(_ObjC)", "m"), ("_runtime(_Native)", "LWAiw"), ("_pointerBitWidth(_64)", "LmWAiw"),
    ("targetEnvironment(simulator)", ""), ("arch(wasm32)", ""), ("X", "LmWAiw"), ("Y", ""),
    ("hasFeature(Actors)", "LmWAiw"), ("hasFeature(TypedThrows)", "LmWAiw"),
    ("hasFeature(None)", ""),
    ("hasAttribute(available)", "LmWAiw"), ("swift(>=6)", "LmWAiw"), ("swift(>=7)", ""),
    ("compiler(>=6.3)", "LmWAiw"), ("compiler(>=6.4)", ""), ("_endian(little)", "LmWAiw"),
    ("arch(arm64) || arch(x86_64)", "LmWAiw"), ("_hasAtomicBitWidth(_128)", "LmWAiw"),
    ("_hasAtomicBitWidth(_8) && _hasAtomicBitWidth(_16)", "LmWAiw"),
    ("_hasAtomicBitWidth(_32) && _hasAtomicBitWidth(_64)", "LmWAiw"),
    ("_ptrauth(_none)", "LmWAiw"), ("_ptrauth(_arm64e)", ""),
    ("objectFormat(MachO)", "m"), ("objectFormat(ELF)", "LWAiw"),
  ])
  func `a condition is evaluated as in the compiler`(condition: String, systems: String) {
    let source = "#if \(condition)\n@Instantiable struct A {}\n#endif"
    let systemsByInitial: KeyValuePairs = [
      "L": "Linux", "m": "macOS", "W": "Windows", "A": "Android", "i": "iOS", "w": "WASI",
    ]
    let holding = systemsByInitial.filter { _, system in
      let configuration = ScanConfiguration(
        conditions: ["X"],
        operatingSystem: system,
        importableModules: ["Core"]
      )
      let file = FileSummary(
        source: Array(source.utf8),
        path: "A.swift",
        module: "A",
        configuration: configuration
      )
      #expect(file.problems == [])
      return !file.types.isEmpty
    }

    #expect(holding.map(\.key).joined() == systems)
  }
}
