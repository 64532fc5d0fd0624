import Dependence

enum ModuleMessages {
  static func unregistered(_ slot: Slot, from frame: Frame) -> String {
    let hints = NearNames(of: slot, from: frame).sentences.map { $0 + " " }.joined()
    return """
      \(slot.name) is not registered here. \(hints)Register it with \(slot.subject.registration), in \
      the Dependencies { … } that are built, or for one scope in $0.register { … } or .modules { … }.
      """
  }

  static func notAwaited(_ slot: Slot, from frame: Frame) -> String {
    let site = slot.registered(from: frame).map { " (\($0.site))" } ?? ""
    return """
      \(slot.name) is made asynchronously\(site), because its factory awaits or throws, and was read \
      before it was made. Await it first: try await Dependencies.resolveAsync(\(slot.subject.argument)), \
      or try await buildAsync() for all of them.
      """
  }

  static func cycle(_ chain: [Slot]) -> String {
    """
    Dependency cycle: \(chain.map(\.name).joined(separator: " → ")). Each of these needs the next one to \
    be made. Break the chain: read one of them later, through a wrapper, in a closure or in a detached \
    task.
    """
  }

  static func duplicate(_ slot: Slot, _ first: SourceSite, _ second: SourceSite) -> String {
    """
    \(slot.name) is registered twice in one list: at \(first) and at \(second). The later one counts. \
    Remove one of them, or give one a name.
    """
  }

  static func nothingToDecorate(_ type: Any.Type, _ slots: [Slot]) -> String {
    """
    Dependencies.decorated found no module to decorate: none of \(slots.map(\.name).joined(separator: ", ")) is registered \
    as \(SlotSubject.spelling(of: type)). Write the type of one of these for the parameter of the closure.
    """
  }

  static func overriddenLive(_ verb: String, _ subject: String) -> String {
    """
    Dependencies.\(verb) was called for \(subject) in the context live, where nothing is ever replaced. \
    Override in a test or a preview, or bind it to a scope: withDependencies { … }.
    """
  }

  static func hiddenOverride(_ slot: Slot, _ verb: String, boundAt site: SourceSite) -> String {
    """
    Dependencies.\(verb) was called for \(slot.name) in a scope that has bound it to a value, at \
    \(site): reads in that scope do not see the override. Bind the new value instead, with \
    $0\(slot.subject.accessor) = …, or override before the scope is entered and do not bind it there.
    """
  }

  static func renewedValue(_ slot: Slot, boundAt site: SourceSite) -> String {
    """
    \(slot.name) cannot be renewed, because it is bound to a value here, at \(site), and nothing makes \
    it. Register a Module for it, or bind another value.
    """
  }

  /// Reports `message` as an issue, and traps.
  static func trap(_ message: String, at site: SourceSite, from frame: Frame) -> Never {
    let issue = DependencyIssue(message, kind: .trap(endpoint: "Dependencies"), at: site)
    IssuePath.deliver(issue, from: frame)
    fatalError("\(message) (\(site))")
  }
}
