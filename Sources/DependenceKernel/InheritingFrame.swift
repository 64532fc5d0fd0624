/// The scope that `resolve: .inherited` reads from: the scope of the reader on top of the scope in which the owner of the
/// property was created. It is never bound.
package final class InheritingFrame: ScopeFrame, @unchecked Sendable {
  private let reader: Frame
  private let made: Frame

  private init(_ reader: Frame, over made: Frame) {
    (self.reader, self.made) = (reader, made)
    super.init(over: reader)
  }

  /// The frame that an owner created in `made` reads from if its reader is in `reader`.
  ///
  /// - Parameter isProcess: Whether the reader's root is that of the process.
  package static func frame(_ reader: Frame, over made: Frame, isProcess: Bool) -> Frame {
    // Nothing is bound in the reader's task, or only what the owner has seen.
    let isBare = reader.outer == nil && (reader.root === made.root || isProcess)
    return isBare || made.includes(reader) ? made : InheritingFrame(reader, over: made)
  }

  override package func source(of record: AnyKeyRecord) -> Frame {
    if let override = reader.anyOverride(of: record), !made.includes(override) { return reader }
    return made.anyOverride(of: record) == nil ? reader : made
  }
}

extension Frame {
  fileprivate final func includes(_ other: Frame) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === other }
  }
}
