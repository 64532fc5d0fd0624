/// Installs dependencies for everything that runs under this root: the process in an app, the one
/// test case in a test.
///
/// Call it once, first thing at the composition root. What is installed takes the place of the
/// defaults in every context; overrides still win over it. A list of modules is a part of the same
/// preparation, and may come before it or after it.
///
/// A mistake installs nothing and is a reported issue: a second call under the same root, a call after
/// one of the installed keys was already read, a call inside an operation of `withDependencies`. A
/// dependency that a list of modules has installed stays as it is, which is an issue too.
///
/// - Returns: What `update` returns, also where nothing is installed. A closure that returns nothing
///   does not run in a second call.
/// - Throws: What `update` throws; nothing is installed then.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  return try prepareDependencies(.values, at: SourceSite(fileID, filePath, line, column), update)
}

/// The same for a place that is evaluated again and again, such as the body of an app: what it says
/// after the first time is not looked at, and is no mistake.
package func prepareDependenciesOnce(
  _ update: (inout DependencyValues) throws -> Void,
  at site: SourceSite
) rethrows {
  let root = Frame.current.root
  guard root.state.withLock({ $0.onceSites.insert(site).inserted }) else { return }
  try prepareDependencies(.values, at: site, update)
}

/// A part of a root's preparation. Parts may come in any order, and mean the same in each.
package enum PreparationPart {
  /// The values of a closure: there is one.
  case values
  /// A list of modules: there may be several.
  case modules
}

/// Installs one part of a preparation.
package func prepareDependencies<Result>(
  _ part: PreparationPart,
  at site: SourceSite,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let frame = Frame.current
  let root = frame.root
  var mistake = frame.isInsideOperation ? .insideOperation : root.mistake(in: part)
  if let mistake, let nothing = () as? Result {
    IssuePath.deliver(DependencyIssue(mistake.message, at: site), from: frame)
    return nothing
  }
  var values = DependencyValues(root.bottom, for: .root)
  let result = try update(&values)
  mistake = mistake ?? root.prepare(values.frame.preparables, as: part, at: site)
  if let mistake { IssuePath.deliver(DependencyIssue(mistake.message, at: site), from: frame) }
  return result
}

/// A reason why a preparation was ignored, or a part of it.
enum PreparationMistake {
  case insideOperation
  case alreadyPrepared(at: SourceSite)
  case alreadyRead(keys: [String], otherPart: SourceSite?)
  case preparedTwice([String])

  var message: String {
    switch self {
    case .insideOperation:
      """
      prepareDependencies was called inside an operation of withDependencies, and was ignored. \
      Assign the overrides in withDependencies, or prepare before the first scope is opened.
      """
    case .alreadyPrepared(let site):
      """
      prepareDependencies was called a second time, and was ignored: what the first call, at \
      \(site), installed stays. Move what this one assigns into that one.
      """
    case .alreadyRead(let keys, let otherPart):
      """
      prepareDependencies was ignored, because \(keys.joined(separator: ", ")) had already been \
      read: its readers hold the default. Prepare before anything reads a \
      dependency\(otherPart.map { ": move this up to \($0)" } ?? "").
      """
    case .preparedTwice(let keys):
      """
      prepareDependencies left out \(keys.joined(separator: ", ")), which stays as it is there. \
      Remove it in one of the two places.
      """
    }
  }
}

extension Frame {
  /// The values that the overrides of this chain would install, each key once.
  fileprivate var preparables: [(record: AnyKeyRecord, value: Default)] {
    var seen = Set<AnyKeyRecord>(minimumCapacity: Int(depth))
    return sequence(first: self, next: \.outer).compactMap { frame in
      guard let record = frame.record, seen.insert(record).inserted else { return nil }
      return frame.preparable.map { (record, $0) }
    }
  }
}

/// The preparation of a root so far, with its places.
struct Preparation {
  /// The closure's line.
  var values: SourceSite?
  var latest: SourceSite?
  var keys: [AnyKeyRecord: SourceSite] = [:]
}

extension DependencyRoot {
  /// The mistake of one more part, as far as it is known before it runs.
  fileprivate func mistake(in part: PreparationPart) -> PreparationMistake? {
    guard case .values = part else { return nil }
    return state.withLock { $0.preparation.values }.map { .alreadyPrepared(at: $0) }
  }

  fileprivate func prepare(
    _ values: [(record: AnyKeyRecord, value: Default)],
    as part: PreparationPart,
    at site: SourceSite
  ) -> PreparationMistake? {
    state.withLock { state in
      let before = state.preparation
      // Asked again, as another thread may have come first.
      if case .values = part, let first = before.values { return .alreadyPrepared(at: first) }
      let new = values.filter { before.keys[$0.record] == nil }
      let read = cache.prepare(new)
      guard read.isEmpty else {
        return .alreadyRead(keys: read.map(\.name).sorted(), otherPart: before.latest)
      }
      if case .values = part { state.preparation.values = site }
      state.preparation.latest = site
      state.preparation.keys.reserveCapacity(before.keys.count + new.count)
      for (record, _) in new { state.preparation.keys[record] = site }
      let twice = values.compactMap { record, _ in
        before.keys[record].map { "\(record.name) (prepared at \($0))" }
      }
      return twice.isEmpty ? nil : .preparedTwice(twice.sorted())
    }
  }
}
