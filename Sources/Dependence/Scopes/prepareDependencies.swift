/// Installs dependencies for the whole process in an app, or for one test case in tests.
///
/// Call this function once, at the start of the composition root. The installed values replace the
/// default values in all contexts, and overrides take precedence over them. A list of modules can
/// be installed before or after this call.
///
/// The call is ignored, and reported as an issue, if it is the second one in the app or test case,
/// if one of the installed keys has already been read, or if it is inside an operation of
/// `withDependencies`. If a list of modules has already installed a dependency, only this
/// dependency is left out, with an issue.
///
/// - Returns: The result of `update`, even if nothing is installed. A second call does not run
///   `update` if its result is `Void`.
/// - Throws: The error that `update` throws. In this case nothing is installed.
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

/// Installs dependencies at the first call from a source location, and ignores later calls from the
/// same location. It is used in code that runs repeatedly, such as the body of a SwiftUI app.
package func prepareDependenciesOnce(
  _ update: (inout DependencyValues) throws -> Void,
  at site: SourceSite
) rethrows {
  let root = Frame.current.root
  guard root.state.withLock({ $0.onceSites.insert(site).inserted }) else { return }
  try prepareDependencies(.values, at: site, update)
}

/// A source of the dependencies that are installed for a whole app or test. Sources can be
/// installed in any order.
package enum PreparationPart {
  /// The values that a closure assigns. An app or test can have only one such source.
  case values
  /// A list of modules. An app or test can have several such sources.
  case modules
}

/// Installs the dependencies that `update` assigns, for the whole app or the whole test.
package func prepareDependencies<Result>(
  _ part: PreparationPart,
  at site: SourceSite,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let frame = Frame.current
  let root = frame.root
  var error = frame.isInsideOperation ? .insideOperation : root.error(in: part)
  if let error, let nothing = () as? Result {
    IssuePath.deliver(DependencyIssue(error.message, at: site), from: frame)
    return nothing
  }
  var values = DependencyValues(root.bottom, for: .root)
  let result = try update(&values)
  error = error ?? root.prepare(values.frame.preparables, as: part, at: site)
  if let error { IssuePath.deliver(DependencyIssue(error.message, at: site), from: frame) }
  return result
}

/// A reason why a preparation was ignored, completely or in part.
enum PreparationError {
  case insideOperation
  case alreadyPrepared(at: SourceSite)
  case alreadyRead(keys: [String], otherPart: SourceSite?)
  case preparedTwice([String])

  var message: String {
    switch self {
    case .insideOperation:
      """
      prepareDependencies was ignored, because it was called inside an operation of withDependencies. Assign the values \
      in withDependencies instead, or call prepareDependencies before the first withDependencies.
      """
    case .alreadyPrepared(let site):
      """
      prepareDependencies was ignored, because it was already called at \(site). Move the assignments of this call into \
      that call.
      """
    case .alreadyRead(let keys, let otherPart):
      """
      prepareDependencies was ignored, because \(keys.joined(separator: ", ")) had already been read with a default \
      value. Call it before any code reads a dependency\(otherPart.map { ", for example at \($0)" } ?? "").
      """
    case .preparedTwice(let keys):
      """
      prepareDependencies did not replace \(keys.joined(separator: ", ")), because a dependency can be prepared only \
      once. Remove one of the two assignments.
      """
    }
  }
}

extension Frame {
  /// The innermost override of each key in this scope, as values that can be installed.
  fileprivate var preparables: [(record: AnyKeyRecord, value: Default)] {
    var seen = Set<AnyKeyRecord>(minimumCapacity: Int(depth))
    return sequence(first: self, next: \.outer).compactMap { frame in
      guard let record = frame.record, seen.insert(record).inserted else { return nil }
      return frame.preparable.map { (record, $0) }
    }
  }
}

/// The source locations of the calls that have prepared an app or a test.
struct Preparation {
  /// The location of the `prepareDependencies` call.
  var values: SourceSite?
  var latest: SourceSite?
  var keys: [AnyKeyRecord: SourceSite] = [:]
}

extension DependencyRoot {
  /// Returns the reason why a preparation cannot succeed, or `nil` if no reason is known yet.
  fileprivate func error(in part: PreparationPart) -> PreparationError? {
    guard case .values = part else { return nil }
    return state.withLock { $0.preparation.values }.map { .alreadyPrepared(at: $0) }
  }

  fileprivate func prepare(
    _ values: [(record: AnyKeyRecord, value: Default)],
    as part: PreparationPart,
    at site: SourceSite
  ) -> PreparationError? {
    state.withLock { state in
      let before = state.preparation
      // This check is repeated because another thread may have installed values meanwhile.
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
