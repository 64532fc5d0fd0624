import Dependence

extension BehaviorTests {
  static let contexts: [String: Experiment] = [
    "`DEPENDENCE_CONTEXT` is `live`, `preview` or `test`": {
      let saysSo = DependencyContext.allCases.allSatisfy { context in
        let environment = ["DEPENDENCE_CONTEXT": context.rawValue, preview: "1"]
        return detected(environment, arguments: [bundle]) == "`\(context.rawValue)`"
      }
      return [saysSo ? "the context that it names" : "something else"]
    },
    "`XCODE_RUNNING_FOR_PREVIEWS` is `1`": { [detected([preview: "1"], arguments: [bundle])] },
    "It is a test bundle, or a test runner started it": {
      let results = [
        detected(arguments: [bundle]), detected(arguments: ["/usr/bin/xctest", "bundle"]),
        detected(arguments: ["/build/runner", "--testing-library", "swift-testing"]),
      ]
      return Array(Set(results))
    },
    "Anything else": { [detected(arguments: ["/usr/bin/app"])] },
  ]

  private static let preview = "XCODE_RUNNING_FOR_PREVIEWS"
  private static let bundle = "/build/AppPackageTests.xctest"

  private static func detected(
    _ environment: [String: String] = [:],
    arguments: [String]
  ) -> String {
    "`\(ProcessContext(environment: { environment[$0] }, arguments: arguments).context.rawValue)`"
  }
}
