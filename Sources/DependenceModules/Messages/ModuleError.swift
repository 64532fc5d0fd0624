/// Why a dependency that is registered by a ``Module``, or should be, cannot be had. It was also reported.
public enum ModuleError: Error, Sendable, Hashable {
  /// Nothing is registered.
  case unregistered(message: String)
  /// It is made asynchronously, and nobody has awaited it yet.
  case madeAsynchronously(message: String)
  /// To be made it needs itself.
  case cycle(message: String)
}

extension ModuleError: CustomStringConvertible {
  /// What happened, to what, and what to change.
  public var description: String {
    switch self {
    case .unregistered(let message), .madeAsynchronously(let message), .cycle(let message): message
    }
  }
}
