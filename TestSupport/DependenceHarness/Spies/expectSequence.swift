import Dependence

/// A ``Spy`` without its argument and result types, for expectations about several spies.
public protocol AnySpy: AnyObject, Sendable {
  /// The name of the endpoint in messages.
  var name: String { get }
  /// The calls as text, each with a number that orders the calls of all spies in the process.
  var callTraces: [(order: UInt64, text: String)] { get }
}

extension Spy: AnySpy {
  /// The calls as text, each with a number that orders the calls of all spies in the process.
  public var callTraces: [(order: UInt64, text: String)] {
    calls.map { ($0.order, "\(name)\($0)") }
  }
}

/// Expects that several spies were called in exactly the given order. A spy is listed once for each
/// of its calls.
///
/// ```swift
/// expectSequence(open, read, read, close)
/// ```
///
/// Calls are compared in the order in which they began. Calls of other spies are ignored.
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
    The calls did not occur in the expected order. Call \(common + 1), marked with ">", is the first that differs.
    \(CallList(expected.map(\.name)) { $0 == common }.titled("Expected"))
    \(CallList(calls.map(\.trace.text)) { $0 == common }.titled("Actual"))
    """
  IssuePath.deliver(message, at: site)
}
