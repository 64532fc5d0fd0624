/// Installs dependencies for everything that runs under this root: the process in an app, the one
/// test case in a test.
///
/// Call it once, first thing at the composition root. What is installed takes the place of the
/// defaults in every context; overrides still win over it. A mistake installs nothing and is a
/// reported issue: a second call under the same root, a call after one of the installed keys was
/// already read, a call inside an operation of `withDependencies`.
///
/// - Throws: What `update` throws; nothing is installed then.
public func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try prepareDependencies(update, at: site)
}

/// The same for a place that is evaluated again and again, such as the body of an app: what it says
/// after the first time is not looked at, and is no mistake.
package func prepareDependenciesOnce(
  _ update: (inout DependencyValues) throws -> Void,
  at site: SourceSite
) rethrows {
  let root = Frame.current.root
  guard root.state.withLock({ $0.onceSites.insert(site).inserted }) else { return }
  try prepareDependencies(update, at: site)
}

private func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  at site: SourceSite
) rethrows {
  let frame = Frame.current
  let root = frame.root
  if let mistake = frame.isInsideOperation ? .insideOperation : root.preparationMistake {
    return IssuePath.deliver(DependencyIssue(mistake.message, at: site), from: frame)
  }
  var values = DependencyValues(root.bottom, for: .root)
  try update(&values)
  if let mistake = root.prepare(values.frame.preparables) {
    IssuePath.deliver(DependencyIssue(mistake.message, at: site), from: frame)
  }
}

/// Why a preparation was ignored.
enum PreparationMistake: Hashable {
  case insideOperation
  case alreadyPrepared
  case alreadyRead(keys: [String])

  var message: String {
    switch self {
    case .insideOperation:
      """
      prepareDependencies was called inside an operation of withDependencies, and was ignored. \
      Assign the overrides in withDependencies, or prepare before the first scope is opened.
      """
    case .alreadyPrepared:
      """
      prepareDependencies was called a second time, and was ignored: what the first call installed \
      stays. Install everything in one call at the composition root.
      """
    case .alreadyRead(let keys):
      """
      prepareDependencies was ignored, because \(keys.joined(separator: ", ")) had already been \
      read: its readers hold the default. Prepare before anything reads a dependency.
      """
    }
  }
}

extension Frame {
  /// What the overrides of this chain would install, each key once.
  fileprivate var preparables: [(record: AnyKeyRecord, value: Default)] {
    var found: [(record: AnyKeyRecord, value: Default)] = []
    var link: Frame? = self
    while let frame = link {
      if let record = frame.record, let value = frame.preparable,
        !found.contains(where: { $0.record === record })
      {
        found.append((record, value))
      }
      link = frame.outer
    }
    return found
  }
}

extension DependencyRoot {
  /// What is already known to be wrong with preparing this root.
  fileprivate var preparationMistake: PreparationMistake? {
    state.withLock { $0.isPrepared } ? .alreadyPrepared : nil
  }

  /// Installs everything, or says why nothing was.
  fileprivate func prepare(
    _ values: [(record: AnyKeyRecord, value: Default)]
  ) -> PreparationMistake? {
    let isFirst = state.withLock { state in
      defer { state.isPrepared = true }
      return !state.isPrepared
    }
    guard isFirst else { return .alreadyPrepared }
    let read = cache.prepare(values)
    guard !read.isEmpty else { return nil }
    // Nothing was installed, so this was not the first call after all.
    state.withLock { $0.isPrepared = false }
    return .alreadyRead(keys: read.map(\.name).sorted())
  }
}
