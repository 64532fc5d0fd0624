import DependenceHarness
import DependenceModules
import Synchronization

extension Probe {
  /// Reads modules inside and outside of a scope that renews one of them. The result shows that the
  /// app creates each module once, and that the scope replaces only the renewed module and the
  /// module that depends on it.
  static func modules() async -> String {
    let modules = Dependencies {
      Module { Speaker("installed") }
      Module { (speaker: Speaker) in Stage(speaker) }
      Module("late") { () async in Speaker("late") }
    }
    do { try await modules.buildAsync() } catch { return "\(error)" }
    let reader = ModuleReader()
    let outer = (reader.stage, reader.stage)
    let inner = withDependencies {
      $0.renew(Speaker.self)
    } operation: {
      (reader.stage, reader.speaker)
    }
    return """
      \(reader.late.name) \(outer.0 === outer.1) \(inner.0 !== outer.0) \
      \(inner.0.speaker === inner.1) \(reader.stage === outer.0)
      """
  }

  /// Reads a module and a dependency before, inside and after scopes that override both. No
  /// override applies to the whole process, so reads outside of the scopes can use cached values.
  /// At the end, a strict scope starts to observe reads.
  static func slots() -> String {
    let reader = ModuleReader()
    Dependencies { Module { Speaker("installed") } }.build()
    func names() -> [String] { (0..<3).map { _ in reader.speaker.name + "," + reader.own.name } }
    var seen = names()
    withDependencies {
      $0[module: Speaker.self] = Speaker("value")
      $0[\.own] = Speaker("bound")
    } operation: {
      seen += names()
      withDependencies(Dependencies { Module { Speaker("module") } }) { seen += names() }
      seen += names()
    }
    seen += names()
    let reports = Reports()
    withIssueReporter(reports) {
      withStrictDependencies { seen += names() }
    }
    let runs = seen.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    return "\(seen.count) \(runs.joined(separator: " ")) \(reports.count)"
  }

  /// Repeatedly replaces a value that is cached for all scopes, while other tasks read it.
  static func generations() async -> String {
    let reader = ModuleReader()
    let before = (reader.own, reader.own, reader.own)
    let progress = Progress()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let reader = ModuleReader()
          for _ in 0..<20_000 {
            let earliest = progress.newest.load(ordering: .acquiring)
            if (Int(reader.own.name) ?? -1) < earliest {
              progress.errors.add(1, ordering: .relaxed)
            }
          }
        }
      }
      group.addTask {
        for number in 0..<500 {
          Dependencies.override(\.own) { Speaker("\(number)") }
          progress.newest.store(number, ordering: .releasing)
        }
      }
    }
    let last = (reader.own.name, reader.own === reader.own)
    Dependencies.reset()
    return """
      \(before.0 === before.2) \(last) \(reader.own.name) \(reader.own !== before.0) \
      \(progress.errors.load(ordering: .relaxed)) mistakes
      """
  }
}

private final class Progress: Sendable {
  /// The number of the latest override that has been completed.
  let newest = Atomic<Int>(-1)
  let errors = Atomic<Int>(0)
}

private struct ModuleReader: Sendable {
  @Inject var speaker: Speaker
  @Inject var stage: Stage
  @Inject("late") var late: Speaker
  @Dependency(\.own) var own
}

private final class Speaker: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Stage: Sendable {
  let speaker: Speaker
  init(_ speaker: Speaker) { self.speaker = speaker }
}

extension Dependencies {
  fileprivate var own: Speaker { Speaker("own") }
}
