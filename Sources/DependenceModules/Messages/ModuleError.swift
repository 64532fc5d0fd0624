import Dependence

/// An error thrown when resolving a dependency fails, for example because no ``Module`` registers
/// the dependency. The error is also reported as an issue.
public enum ModuleError: Error, Sendable, Hashable {
  /// The dependency is not registered.
  case unregistered(message: String)
  /// The dependency's factory is asynchronous and has not been awaited yet.
  case notAwaited(message: String)
  /// The dependency's factory needs the dependency itself, directly or through other dependencies.
  case cycle(message: String)
}

extension ModuleError {
  /// The dependency's factory is asynchronous and has not been awaited yet.
  @available(*, deprecated, renamed: "notAwaited(message:)")
  public static func madeAsynchronously(message: String) -> Self { .notAwaited(message: message) }
}

extension ModuleError: CustomStringConvertible {
  /// A message that names the dependency, describes the problem, and suggests how to fix it.
  public var description: String {
    switch self {
    case .unregistered(let message), .notAwaited(let message), .cycle(let message): message
    }
  }
}

enum ModuleProblem {
  case unregistered(Slot)
  case notAwaited(Slot)
  case cycle([Slot])

  private func error(from frame: Frame) -> ModuleError {
    switch self {
    case .unregistered(let slot):
      .unregistered(message: ModuleMessages.unregistered(slot, from: frame))
    case .notAwaited(let slot):
      .notAwaited(message: ModuleMessages.notAwaited(slot, from: frame))
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

  /// Reports the problem as an issue and traps, because there is no value to return to the reader.
  func trap(at written: SourceSite = .unknown, from frame: Frame) -> Never {
    let site = DefaultReader.site ?? written
    Rehearsal.stop(because: self, at: site)
    ModuleMessages.trap(error(from: frame).description, at: site, from: frame)
  }
}
