import Dependence

/// A ``Spy`` with any argument and result types. Use this protocol to pass spies of different types
/// to the same expectation.
public protocol AnySpy: AnyObject, Sendable {
  /// The name of the spied endpoint in messages.
  var name: String { get }
  /// The recorded calls as text, each with a sequence number. All spies in the process share one
  /// sequence, so the numbers also determine the order of calls to different spies.
  var callTraces: [(order: UInt64, text: String)] { get }
}

extension Spy: AnySpy {
  /// The recorded calls as text, each with a sequence number. All spies in the process share one
  /// sequence, so the numbers also determine the order of calls to different spies.
  public var callTraces: [(order: UInt64, text: String)] {
    calls.map { ($0.order, "\(name)\($0)") }
  }
}

/// Expects that several spies were called in exactly the given order. Pass a spy once for each of
/// its calls.
///
/// ```swift
/// expectSequence(open, read, read, close)
/// ```
///
/// Calls are ordered by when they began. Calls to spies that are not passed to this function are
/// ignored.
public func expectSequence(
  _ first: any AnySpy,
  _ others: any AnySpy...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expected = [first] + others
  var spies: [any AnySpy] = []
  for spy in expected where !spies.contains(where: { $0 === spy }) { spies.append(spy) }
  let sharingProblems = spies.compactMap { ($0 as? any WrappingSpy)?.sharingProblem() }
  if !sharingProblems.isEmpty {
    return IssuePath.deliver(sharingProblems.joined(separator: "\n"), at: site)
  }
  let calls = spies.flatMap { spy in spy.callTraces.map { (spy: spy, trace: $0) } }
    .sorted { $0.trace.order < $1.trace.order }
  let common = zip(calls, expected).prefix { $0.spy === $1 }.count
  if common == calls.count && common == expected.count { return }
  let message = """
    The calls did not occur in the expected order. Call \(common + 1), marked with ">", is the first that differs.
    \(CallList(expected.map(\.name)) { $0 == common }.titled("Expected"))
    \(CallList(calls.map(\.trace.text)) { $0 == common }.titled("Actual"))
    """
  let wrappingProblems = spies.compactMap { ($0 as? any WrappingSpy)?.wrappingProblem }
  IssuePath.deliver(([message] + wrappingProblems).joined(separator: "\n"), at: site)
}
