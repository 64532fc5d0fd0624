import Dependence

/// What is wrong with a read.
enum ModuleProblem {
  case unregistered(Slot)
  case madeAsynchronously(Slot)
  case cycle([Slot])

  private func message(from frame: Frame) -> String {
    switch self {
    case .unregistered(let slot): ModuleMessages.unregistered(slot, from: frame)
    case .madeAsynchronously(let slot): ModuleMessages.madeAsynchronously(slot, from: frame)
    case .cycle(let chain): ModuleMessages.cycle(chain)
    }
  }

  /// Reports it, and gives the error to throw.
  func report(at site: SourceSite, from frame: Frame) -> ModuleError {
    Rehearsal.stop(because: self, at: site)
    let message = message(from: frame)
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    return error(message)
  }

  /// Reports it, where nothing can be returned, and traps.
  func trap(at site: SourceSite, from frame: Frame) -> Never {
    Rehearsal.stop(because: self, at: site)
    ModuleMessages.trap(message(from: frame), at: site, from: frame)
  }

  private func error(_ message: String) -> ModuleError {
    switch self {
    case .unregistered: .unregistered(message: message)
    case .madeAsynchronously: .madeAsynchronously(message: message)
    case .cycle: .cycle(message: message)
    }
  }
}
