#if canImport(Testing)
import Dependence
import Testing

/// The roots of test cases that have none of our traits.
enum AmbientRoots {
  private struct CaseID: Hashable {
    let test: Test.ID
    let arguments: [String]
  }

  private static let frames = Lock<[CaseID: Frame]>([:])

  /// The scope of the test case that runs here, made at its first use.
  static func frameOfRunningTest() -> Frame? {
    guard let test = Test.current else { return nil }
    let arguments = test.isParameterized ? Test.Case.current.map(argumentIDs) ?? [] : []
    let id = CaseID(test: test.id, arguments: arguments)
    return frames.withLock { frames in
      if let known = frames[id] { return known }
      let owner = TestOwner(test, isCollected: false)
      let frame = RootFrame(DependencyRoot(owner: owner))
      frames[id] = frame
      return frame
    }
  }

  /// The identities of a case's arguments. A case has no public identity, so this looks inside, and
  /// finds less, never traps, where the inside has changed.
  private static func argumentIDs(of testCase: Test.Case) -> [String] {
    guard let kind = Mirror(reflecting: testCase).descendant("_kind"),
      let payload = Mirror(reflecting: kind).children.first?.value
    else { return [] }
    return Mirror(reflecting: payload).children.flatMap { child -> [String] in
      switch child.label {
      case "arguments":
        Mirror(reflecting: child.value).children.map { argument in
          "\(Mirror(reflecting: argument.value).descendant("id") ?? "?")"
        }
      case "discriminator": ["#\(child.value)"]
      default: []
      }
    }
  }
}
#endif
