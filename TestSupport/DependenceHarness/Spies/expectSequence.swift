import Dependence

/// A ``Spy`` of whatever shape, for expectations that involve several.
public protocol AnySpy: AnyObject, Sendable {
  /// The endpoint's name in messages.
  var name: String { get }
  /// The calls so far without the types of their arguments, in the order in which they began.
  var callTraces: [CallTrace] { get }
}

/// A call of a ``Spy`` without the types of its arguments.
public struct CallTrace: Sendable, Hashable, CustomStringConvertible {
  /// The call's number among the calls of all spies of the process.
  public let order: UInt64
  /// The endpoint with its arguments, and what became of the call.
  public let description: String
}

extension Spy: AnySpy {
  /// The calls so far without the types of their arguments, in the order in which they began.
  public var callTraces: [CallTrace] {
    calls.map { CallTrace(order: $0.order, description: "\(name)\($0)") }
  }
}

/// Expects that these spies were called in exactly this order, each as often as it is listed.
///
/// ```swift
/// expectSequence(open, read, read, close)
/// ```
///
/// Calls of other spies do not matter. Calls are in the order in which they began.
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
  let calls = spies.flatMap { spy in spy.callTraces.map { (spy: spy, trace: $0) } }
    .sorted { $0.trace.order < $1.trace.order }
  let common = zip(calls, expected).prefix { $0.spy === $1 }.count
  if common == calls.count && common == expected.count { return }
  let message = """
    Calls came in another sequence than expected; call \(common + 1) is the first that differs.
    \(CallList(expected.map(\.name)) { $0 == common }.titled("Expected"))
    \(CallList(calls.map(\.trace.description)) { $0 == common }.titled("Actual"))
    """
  IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
}
