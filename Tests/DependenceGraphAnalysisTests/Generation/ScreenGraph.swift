@testable import DependenceGraphAnalysis

/// A graph of screens that can all open each other, and of a root that opens the first screen.
enum ScreenGraph {
  static let module = "Screens"

  static func make(_ count: Int) -> Analysis {
    Analysis(Project(["\(module)/Screens.swift": declarations(count, isMarked: true)]))
  }

  private static func declarations(_ count: Int, isMarked: Bool) -> String {
    func type(_ name: String, opening screens: some Sequence<Int>) -> String {
      let properties = screens.map { screen in
        "  \(isMarked ? "@Instantiated " : "")let screen\(screen): Instantiator<Screen\(screen)>\n"
      }
      return """
        \(isMarked ? "@Instantiable " : "")struct \(name): Instantiable {
        \(properties.joined())}

        """
    }
    return type("Root", opening: [0])
      + (0..<count).map { index in
        type("Screen\(index)", opening: (0..<count).filter { $0 != index })
      }.joined()
  }

  /// Returns the source code of the screens after macro expansion, with stubs of the library's
  /// types.
  static func source(_ count: Int) -> String {
    """
    protocol Instantiable {}
    struct Instantiator<Instance: Instantiable> {
      let instantiate: () -> Instance
      init(_ instantiate: @escaping () -> Instance) { self.instantiate = instantiate }
    }
    \(declarations(count, isMarked: false))
    """
  }
}
