import Dependence
import TestKeys

extension BehaviorTests {
  static let defaults: [String: Experiment] = [
    "`DependencyKey` with `previewValue` and `testValue`": { results { $0[Complete.self] } },
    "`DependencyKey` with `testValue`": { results { $0[Tested.self] } },
    "`DependencyKey` with `previewValue`": { results { $0[Previewed.self] } },
    "`DependencyKey` with `liveValue` alone": { results { $0[LiveOnly.self] } },
    "`NeutralDependencyKey`": { results { $0[Neutral.self] } },
    "`PlaceholderDependencyKey`": { results { $0[Placeholder.self] } },
    "`TestDependencyKey`": { results { $0[test: Interface.self] } },
    "`TestDependencyKey` with `previewValue`": { results { $0[test: PreviewedInterface.self] } },
    "`TestDependencyKey` that another module makes a `DependencyKey`": {
      results { $0[test: Completed.self] }
    },
  ]

  /// Returns the value that is read in each context, and whether the read reports an issue.
  private static func results(_ read: (DependencyValues) -> String) -> [String] {
    [DependencyContext.live, .preview, .test].map { context in
      var value = ""
      let found = issues {
        withDependencies {
          $0.context = context
        } operation: {
          value = read(.current)
        }
      }
      return "`\(value)`\(found.isEmpty ? "" : ", and an issue")"
    }
  }

  enum Complete: DependencyKey {
    static var liveValue: String { "liveValue" }
    static var previewValue: String { "previewValue" }
    static var testValue: String { "testValue" }
  }

  enum Tested: DependencyKey {
    static var liveValue: String { "liveValue" }
    static var testValue: String { "testValue" }
  }

  enum Previewed: DependencyKey {
    static var liveValue: String { "liveValue" }
    static var previewValue: String { "previewValue" }
  }

  enum LiveOnly: DependencyKey {
    static var liveValue: String { "liveValue" }
  }

  enum Neutral: NeutralDependencyKey {
    static var liveValue: String { "liveValue" }
    static var testValue: String { "testValue" }
  }

  enum Placeholder: PlaceholderDependencyKey {
    static var liveValue: String { "liveValue" }
    static var placeholder: String { "placeholder" }
  }

  enum Interface: TestDependencyKey {
    static var testValue: String { "testValue" }
  }

  enum PreviewedInterface: TestDependencyKey {
    static var testValue: String { "testValue" }
    static var previewValue: String { "previewValue" }
  }

  enum Completed: TestDependencyKey {
    static var testValue: String { "testValue" }
  }
}

extension BehaviorTests.Completed: DependencyKey {
  static var liveValue: String { "liveValue" }
}
