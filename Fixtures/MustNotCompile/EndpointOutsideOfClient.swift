// error: @DependencyEndpoint only has an effect on a stored property of a @DependencyClient; add @DependencyClient to 'Files'
import DependenceMacros

typealias Read = @Sendable (_ path: String) async throws -> String

struct Files: Sendable {
  @DependencyEndpoint var read: Read
}
