import Testing

@testable import DependenceGraphAnalysis

/// Tests of the declarations that names resolve to, which depend on the file that contains the
/// name.
struct ResolvedNameTests {
  private let resolver = Resolver(
    Project([
      "App/App.swift": """
      import First
      import os
      struct Config { struct Inner {} }
      enum os {}
      enum Second { struct Own {} }
      private struct Hidden {}
      fileprivate struct Lone {}
      struct String {}
      struct TestOverrides {}
      struct Value {}
      struct Box<Value> {}
      """,
      "App/Other.swift": "struct Hidden {}\nprivate struct Secret {}",
      "App/Uses.swift": """
      import Foundation
      import One
      import Two
      @Instantiable struct Uses { @Forwarded let a: Foundation.URL; @Forwarded let b: One.Thing }
      @Instantiable struct More { @Forwarded let c: Two.Thing; @Forwarded let Called: Int }
      struct Called {}
      """,
      "App/Both.swift": "import First\nimport Second",
      "App/Third.swift": "import Third",
      "App/Fourth.swift": "import Fourth",
      "First/First.swift": """
      public struct Config {}
      public struct Shared {}
      struct Shut {}
      package struct Half {}
      """,
      "Second/Second.swift": """
      public struct Shared {}
      public struct Shut {}
      public struct Far {}
      public struct Half {}
      """,
      "Third/Third.swift": "@_exported import Second",
      "Fourth/Fourth.swift": "import Second",
    ])
  )

  private func text(_ type: TypeName) -> String {
    guard let nominal = type.nominal else { return "\(type)" }
    return "\(nominal.module ?? "")::\(nominal.name)\(nominal.file == nil ? "" : " private")"
      + (nominal.needsModule ? " !" : "") + (nominal.isAmongModules ? " *" : "")
  }

  /// Each argument contains a file of the app, a name in that file, and the types to which the name
  /// may refer. `!` marks a type that generated code has to qualify with its module, and `*` a type
  /// that messages qualify with its module.
  @Test(arguments: [
    ("App", "Config", "App::Config ! *"), ("App", "First.Config", "First::Config ! *"),
    ("App", "App.Config", "App::Config ! *"), ("App", "Config.Inner", "App::Config.Inner !"),
    ("App", "Shared", "First::Shared ! *"), ("App", "Second.Shared", "Second::Shared ! *"),
    ("Other", "Shared", "First::Shared ! *, Second::Shared ! *"),
    ("App", "Shut", "First::Shut ! *"), ("App", "Half", "First::Half ! *"),
    ("Both", "Shut", "Second::Shut ! *"), ("Both", "Half", "First::Half ! *, Second::Half ! *"),
    ("Third", "Shut", "Second::Shut ! *"), ("Third", "Half", "Second::Half ! *"),
    ("Fourth", "Shut", "First::Shut ! *, Second::Shut ! *"), ("App", "Far", "Second::Far"),
    ("App", "Hidden", "App::Hidden private !"), ("Other", "Hidden", "App::Hidden !"),
    ("App", "Secret", "::Secret *"), ("Other", "Secret", "App::Secret private"),
    ("App", "Lone", "App::Lone private"), ("Other", "Lone", "::Lone *"),
    ("App", "os.Logger", "os::Logger"), ("App", "Second.Own", "App::Second.Own"),
    ("App", "Second.Far", "Second::Far"), ("App", "String", "App::String *"),
    ("App", "Swift.String", "Swift::String ! *"), ("App", "Int", "Swift::Int"),
    ("App", "TestOverrides", "App::TestOverrides !"), ("App", "Value", "App::Value !"),
    ("App", "Called", "App::Called !"), ("App", "Elsewhere", "::Elsewhere"),
    ("App", "Instantiator", "DependenceGraph::Instantiator"), ("App", "URL", "::URL"),
    ("Uses", "URL", "Foundation::URL"), ("Uses", "Thing", "::Thing *"),
    ("Uses", "One.Thing", "One::Thing ! *"), ("Uses", "Foundation.URL", "Foundation::URL"),
  ])
  func `a name resolves as in the compiler`(file: String, name: String, types: String) {
    let scope = NameScope(module: "App", file: "App/\(file).swift")

    let found = resolver.candidates(for: TypeReference(name), in: scope)

    #expect(found.map(text).joined(separator: ", ") == types)
  }

  // MARK: - Isolation

  /// Each argument contains the source of a module, and the actor on which the module's last type
  /// is created, or `nil` if it can be created on any actor.
  @Test(
    arguments: [
      ("@Instantiable struct A {}", nil), ("@Instantiable @MainActor struct A {}", "MainActor"),
      ("@Instantiable @Observable final class A {}", nil),
      ("@globalActor actor Other {}\n@Instantiable @Other struct A {}", "Other"),
      ("@MainActor protocol P {}\n@Instantiable struct A: P {}", "MainActor"),
      ("@MainActor protocol P {}\n@Instantiable actor A: P {}", nil),
      ("@MainActor protocol P {}\n@Instantiable nonisolated struct A: P {}", nil),
      ("@Instantiable @MainActor struct A { nonisolated init() {} }", nil),
      ("@Instantiable struct A { @MainActor init() {} }", "MainActor"),
      ("@globalActor actor Data {}\n@Observable @Data @Instantiable struct A {}", "Data"),
      ("@globalActor actor Data {}\n@Observable @Instantiable struct A {}", nil),
      (
        "@MainActor struct A {}\n@Instantiable extension A { static func instantiate() -> A { A() } }",
        "MainActor"
      ),
      (
        "@Instantiable extension OnMain { static func instantiate() -> OnMain { OnMain() } }",
        "MainActor"
      ),
      ("@Instantiable extension Away { static func instantiate() -> Away { Away() } }", nil),
      ("@Instantiable final class A: UIViewController {}", "MainActor"),
    ] as [(String, String?)]
  )
  func `a type is created on the actor of its declaration, initializer or supertype`(
    source: String,
    actor: String?
  ) {
    var project = Project([
      "App/App.swift": source, "Library/Library.swift": "struct OnMain {}\nactor Away {}",
    ])
    project.mainActorModules = ["Library"]

    #expect(Analysis(project).graph.nodes.last?.isolation?.description == actor)
  }

  @Test(arguments: [("struct", "MainActor"), ("actor", nil)] as [(String, String?)])
  func `default isolation to the main actor applies to types`(word: String, actor: String?) {
    var project = Project(["App/App.swift": "@Instantiable \(word) A {}"])
    project.mainActorModules = ["App"]

    #expect(Analysis(project).graph.nodes.map(\.isolation?.description) == [actor])
  }
}
