public import DependenceMacros

extension DependencyValues {
  @DependencyEntry public var number = 3
  @DependencyEntry(test: "test") var text = "live"
  @DependencyEntry var inferred = Endpoints.shared
  @DependencyEntry(preview: 3, test: 4) var maybe: Int? = nil
  @DependencyEntry var closure: @Sendable (Int) -> Int = { $0 }
  @DependencyEntry var `default`: Int = 1
  #if DEBUG
  @DependencyEntry(test: Feature.AuthClient.unimplemented)
  var debugOnly: Feature.AuthClient = .unimplemented
  #endif
  @available(*, deprecated) @DependencyEntry var old: Int = 1
  @DependencyEntry package var speaker: any Speaker
  @DependencyEntry var generic = Feature.Generic<Int, Never>()
}

private extension DependencyValues {
  @DependencyEntry var hidden: Int = 1
}

fileprivate extension DependencyValues {
  @DependencyEntry var hiddenInFile: Int = 1
}

package protocol Speaker: Sendable {}

package struct Dog: Speaker {}

package enum SpeakerKey: DependencyKey {
  package static var liveValue: any Speaker { Dog() }
}

@DependencyProperties(\.number, \DependencyValues.text)
final class NotObserved {
  var sum: String { "\(number) \(text)" }
}

@DependencyProperties(\.number)
struct Holder { var other = 1 }

@DependencyProperties(\.number, \.inferred)
actor Worker {
  func work() async throws -> String { try await inferred.none() + "\(number)" }
}

enum Outer {
  @DependencyProperties(\.number)
  final class Nested {}
}
