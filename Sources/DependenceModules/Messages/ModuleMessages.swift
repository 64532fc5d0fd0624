import Dependence

enum ModuleMessages {
  static func unregistered(_ slot: Slot, from frame: Frame) -> String {
    """
    \(slot.name) is not registered here. \(NearNames(of: slot, from: frame).text)Register it with \
    \(slot.identity.registration) in the list Dependencies { … } on which the program calls build(), or for one scope in \
    $0.register { … } or .modules { … }.
    """
  }

  /// Returns the message for a dependency that is missing from the list on which `validate()` was
  /// called. To suggest registered dependencies with similar names, the method searches the scope
  /// of `frame`, where the modules in the list are registered.
  static func missing(_ slot: Slot, fromListIn frame: Frame) -> String {
    """
    \(slot.name) is not registered. \(NearNames(of: slot, from: frame).text)Add \(slot.identity.registration) to the list \
    Dependencies { … } on which validate() was called.
    """
  }

  /// Returns the message for a dependency whose factory did not return when `validate()` ran it.
  static func timedOut(_ slot: Slot) -> String {
    """
    \(slot.name) was not created within \(Rehearsal.limitAfterStop). Its factory may wait for a lock or a static property of \
    another factory, which validate() could not continue because a dependency is missing. Register that dependency first.
    """
  }

  static func notAwaited(_ slot: Slot, from frame: Frame) -> String {
    let site = slot.registered(from: frame).map { " (\($0.site))" } ?? ""
    return """
      \(slot.name) was read before it was created. Its factory\(site) is asynchronous or throws, so create it first with \
      try await Dependencies.resolveAsync(\(slot.identity.argument)), or create all such dependencies with \
      try await buildAsync().
      """
  }

  static func cycle(_ chain: [Slot]) -> String {
    """
    Dependency cycle: \(chain.map(\.name).joined(separator: " → ")). The factory of each dependency needs the next one. \
    To break the cycle, read one of them later, through a property wrapper, in a closure, or in a detached task that the \
    factory does not await.
    """
  }

  static func endlessReset(_ slot: Slot) -> String {
    """
    \(slot.name) was overridden or reset while it was created, \(Generations.maximumAttempts) times in a row. Probably \
    its factory calls a method such as Dependencies.reset or Dependencies.override. Call the method before the dependency \
    is read.
    """
  }

  static func duplicate(_ slot: Slot, _ first: SourceSite, _ second: SourceSite) -> String {
    """
    \(slot.name) is registered twice in one list: at \(first) and at \(second). The second registration is used. Remove \
    one of them, or give one of them a name.
    """
  }

  static func nothingToDecorate(_ type: Any.Type, _ slots: [Slot]) -> String {
    let type = SlotIdentity.spelling(of: type)
    if slots.isEmpty {
      return """
        Dependencies.decorated found no module to decorate, because the list is empty. Add the module that registers \
        \(type) to this list.
        """
    }
    return """
      Dependencies.decorated found no module to decorate: none of \(slots.map(\.name).joined(separator: ", ")) is \
      registered as \(type). Declare the parameter of the closure with the type of one of these dependencies.
      """
  }

  static func overriddenLive(_ verb: String, _ subject: String) -> String {
    """
    Dependencies.\(verb) was called for \(subject) in the context live, where dependencies cannot be replaced for the \
    whole process. Call it in a test or a preview, or replace a value for one scope in withDependencies { … }.
    """
  }

  static func hiddenOverride(_ slot: Slot, _ verb: String, boundAt site: SourceSite) -> String {
    """
    Dependencies.\(verb) has no effect on reads of \(slot.name) in this scope, because the scope overrides it with a value \
    at \(site). Assign the new value to the scope instead, with $0\(slot.identity.accessor) = …, or remove that override.
    """
  }

  static func renewedValue(_ slot: Slot, boundAt site: SourceSite) -> String {
    """
    \(slot.name) cannot be renewed, because it was overridden with a value at \(site), and has no factory here. Register a \
    Module for it, or override it with another value.
    """
  }

  static func trap(_ message: String, at site: SourceSite, from frame: Frame) -> Never {
    let issue = DependencyIssue(message, kind: .trap(endpoint: "Dependencies"), at: site)
    IssuePath.deliver(issue, from: frame)
    fatalError("\(message) (\(site))")
  }
}
