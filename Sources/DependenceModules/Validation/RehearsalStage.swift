import Dependence

/// A closed-off root in which modules are rehearsed: nothing is in it but the modules, and what the scope
/// around overrides of keys.
struct RehearsalStage {
  private let root: DependencyRoot
  let frame: Frame
  private let rehearsal = Rehearsal()

  init(of modules: Dependencies, over outer: Frame) {
    root = DependencyRoot(owner: outer.root.owner, part: "a rehearsal of modules")
    var values = DependencyValues(over: outer.keyOverrides(over: RootFrame(root)))
    values.context = .test
    values.install(modules)
    frame = values.frame
  }

  /// Makes the value of a slot, and says what happened.
  func rehearse(_ slot: Slot, at site: SourceSite) -> Rehearsal.Transcript {
    let (frame, rehearsal) = (frame, rehearsal)
    return rehearsal.run {
      Frame.bind(frame) {
        withIssueReporter(rehearsal) { slot.touch(from: .current, at: site) }
      }
    }
  }

  func close() { root.close() }
}
