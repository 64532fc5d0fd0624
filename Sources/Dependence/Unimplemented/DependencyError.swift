/// What goes wrong in a dependency that is not there.
public enum DependencyError: Error, Sendable, Hashable {
  /// The named endpoint was called without an implementation. The call was also reported.
  case unimplemented(String)
}

extension DependencyError: CustomStringConvertible {
  /// What went wrong, in a few words.
  public var description: String {
    switch self {
    case .unimplemented(let endpoint): "\(endpoint) is unimplemented"
    }
  }
}
