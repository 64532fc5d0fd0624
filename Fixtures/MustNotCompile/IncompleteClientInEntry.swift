// error: missing argument for parameter 'write' in call
import DependenceMacros

@DependencyClient
struct Files: Sendable {
  var read: @Sendable (_ path: String) async throws -> String
  var write: @Sendable (_ path: String) async throws -> Void
}

extension DependencyValues {
  // The compiler checks an argument of a macro without the initializer that another macro adds.
  @DependencyEntry(test: Files(read: { $0 })) var files: Files = Files(read: { $0 })
}
