import Testing

@testable import DependenceGraphAnalysis

struct ScanConfigurationTests {
  @Test func `a fingerprint covers every value independently of order`() {
    let usual = ScanConfiguration(
      conditions: ["A", "B", "C"],
      operatingSystem: .linux,
      importableModules: ["M", "N", "O"]
    )
    let changes: [(inout ScanConfiguration) -> Void] = [
      { $0.conditions = ["A", "B"] }, { $0.operatingSystem = .macOS },
      { $0.importableModules = ["M", "N"] }, { $0.importableModules = [] },
      { $0.languageMode = 5 },
    ]

    #expect(usual.fingerprint == "A,B,C;Linux;M,N,O;6")
    for change in changes {
      var other = usual
      change(&other)
      #expect(other.fingerprint != usual.fingerprint)
    }
  }

  /// Each argument contains a condition, and the initials of the operating systems on which it is
  /// true: `L` for Linux and `m` for macOS.
  @Test(arguments: [
    ("canImport(Foundation)", "Lm"), ("canImport(XCTest)", "Lm"),
    ("canImport(_StringProcessing)", "Lm"), ("canImport(Glibc)", "L"),
    ("canImport(FoundationNetworking)", "L"), ("canImport(FoundationXML)", "L"),
    ("canImport(os)", "m"),
    ("canImport(SwiftUI)", "m"), ("canImport(AppKit)", "m"), ("canImport(UIKit)", ""),
    ("canImport(ucrt)", ""), ("canImport(CRT)", ""), ("canImport(WinSDK)", ""),
    ("canImport(Core)", "Lm"), ("canImport(Elsewhere)", ""), ("os(Linux)", "L"),
    ("os(macOS)", "m"), ("canImport(WASILibc)", ""), ("os(OSX)", "m"), ("os(Windows)", ""),
    ("os(iOS)", ""), ("_runtime(_ObjC)", "m"), ("_runtime(_Native)", "L"),
    ("_pointerBitWidth(_64)", "Lm"),
    ("targetEnvironment(simulator)", ""), ("arch(wasm32)", ""), ("X", "Lm"), ("Y", ""),
    ("hasFeature(None)", ""), ("hasFeature(Actors)", "Lm"), ("hasFeature(TypedThrows)", "Lm"),
    ("hasAttribute(available)", "Lm"), ("swift(>=6)", "Lm"), ("swift(>=7)", ""),
    ("compiler(>=6.3)", "Lm"), ("compiler(>=6.9)", ""), ("_endian(little)", "Lm"),
    ("arch(arm64) || arch(x86_64)", "Lm"), ("_hasAtomicBitWidth(_128)", "Lm"),
    ("_hasAtomicBitWidth(_8) && _hasAtomicBitWidth(_16)", "Lm"),
    ("_hasAtomicBitWidth(_32) && _hasAtomicBitWidth(_64)", "Lm"),
    ("_ptrauth(_none)", "Lm"), ("_ptrauth(_arm64e)", ""),
    ("objectFormat(MachO)", "m"), ("objectFormat(ELF)", "L"),
  ])
  func `a condition is evaluated as in the compiler`(condition: String, systems: String) {
    let source = "#if \(condition)\n@Instantiable struct A {}\n#endif"
    let systemsByInitial: KeyValuePairs<String, ScanConfiguration.OperatingSystem> = [
      "L": .linux, "m": .macOS,
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

  /// The compiler of this test evaluates the same conditions as the scan, so the results must
  /// agree.
  @Test func `the versions are those of the compiler`() {
    func isTrue(_ condition: String, mode: Int = 6) -> Bool {
      let file = FileSummary(
        source: Array("#if \(condition)\n@Instantiable struct A {}\n#endif".utf8),
        path: "A.swift",
        module: "A",
        configuration: ScanConfiguration(languageMode: mode)
      )
      return !file.types.isEmpty
    }
    #if compiler(>=6.3.1)
    let isPatch = true
    #else
    let isPatch = false
    #endif
    #if swift(>=6.3)
    let isMinor = true
    #else
    let isMinor = false
    #endif

    #expect(isTrue("compiler(>=6.3.1)") == isPatch)
    #expect(isTrue("swift(>=6.3)") == isMinor)
    #expect(isTrue("swift(>=6.1)"))
    #expect(isTrue("swift(>=5.10)", mode: 5))
    #expect(!isTrue("swift(>=6)", mode: 5))
    #expect(!isTrue("swift(>=5)", mode: 4))
  }

  /// Each argument contains a condition, and the name that makes the condition undecidable for the
  /// scan, or `nil` if the scan can decide the condition.
  @Test(
    arguments: [
      ("canImport(Elsewhere)", "Elsewhere"), ("!canImport(Elsewhere.Sub)", "Elsewhere"),
      ("X && canImport(Elsewhere)", "Elsewhere"), ("Y || canImport(Elsewhere)", "Elsewhere"),
      ("canImport(A) || canImport(B)", "A"), ("canImport(A) && !canImport(B)", "A"),
      ("canImport(Core, _version: 2)", "Core"), ("hasAttribute(foo)", "foo"),
      ("hasFeature(Foo)", "Foo"), ("X || canImport(Elsewhere)", nil),
      ("Y && canImport(Elsewhere)", nil), ("canImport(A) || !canImport(A)", nil),
      ("canImport(Core)", nil), ("canImport(Foundation)", nil), ("canImport(UIKit)", nil),
      ("hasAttribute(retroactive)", nil), ("hasFeature(TypedThrows)", nil), ("X", nil),
      ("swift(>=6)", nil), ("os(macOS)", nil),
      (
        "canImport(A) || canImport(B) || canImport(C) || canImport(D) || canImport(E) || canImport(F) || canImport(G)",
        "A"
      ),
    ] as [(String, String?)]
  )
  func `a condition that the scan cannot decide is recorded`(condition: String, name: String?) {
    func names(_ body: String) -> [String] {
      let file = FileSummary(
        source: Array("#if \(condition)\n\(body)\n#endif".utf8),
        path: "A.swift",
        module: "A",
        configuration: ScanConfiguration(
          conditions: ["X"],
          operatingSystem: .linux,
          importableModules: ["Core"]
        )
      )
      return Project(files: [file]).undecidedConditions.map(\.name)
    }
    let expected = name.map { [$0] } ?? []

    #expect(names("@Instantiable struct A {}") == expected)
    #expect(names("#else\n@Instantiable struct A {}") == expected)
    #expect(names("import Elsewhere") == [])
    #expect(names("struct A {}") == [])
    #expect(names("struct A {}\n#endif\n@Instantiable struct B {}\n#if X") == expected)
  }
}
