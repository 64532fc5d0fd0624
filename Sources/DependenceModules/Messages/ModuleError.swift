import Dependence

/// An error of a dependency that is registered by a ``Module``, or should be. It was also reported.
public enum ModuleError: Error, Sendable, Hashable {
  /// Nothing is registered.
  case unregistered(message: String)
  /// It is made asynchronously, and nobody has awaited it yet.
  case madeAsynchronously(message: String)
  /// To be made it needs itself.
  case cycle(message: String)
}

extension ModuleError: CustomStringConvertible {
  /// The event, the dependency, and the change to make.
  public var description: String {
    switch self {
    case .unregistered(let message), .madeAsynchronously(let message), .cycle(let message): message
    }
  }
}

enum ModuleProblem {
  case unregistered(Slot)
  case madeAsynchronously(Slot)
  case cycle([Slot])

  private func error(from frame: Frame) -> ModuleError {
    switch self {
    case .unregistered(let slot):
      .unregistered(message: ModuleMessages.unregistered(slot, from: frame))
    case .madeAsynchronously(let slot):
      .madeAsynchronously(message: ModuleMessages.madeAsynchronously(slot, from: frame))
    case .cycle(let chain):
      .cycle(message: ModuleMessages.cycle(chain))
    }
  }

  func report(at site: SourceSite, from frame: Frame) -> ModuleError {
    Rehearsal.stop(because: self, at: site)
    let error = error(from: frame)
    IssuePath.deliver(DependencyIssue(error.description, at: site), from: frame)
    return error
  }

  /// Reports the problem at the read that has no value to return, and ends the process.
  func trap(at written: SourceSite = .unknown, from frame: Frame) -> Never {
    let site = DefaultReader.site ?? written
    Rehearsal.stop(because: self, at: site)
    ModuleMessages.trap(error(from: frame).description, at: site, from: frame)
  }
}
