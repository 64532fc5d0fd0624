/// The scope of properties with `resolve: .inherited`. It combines the scope of the reader with the
/// scope in which the owner of the property was created. It is never bound to a task.
package final class InheritingFrame: ScopeFrame, @unchecked Sendable {
  private let reader: Frame
  private let made: Frame

  private init(_ reader: Frame, over made: Frame) {
    (self.reader, self.made) = (reader, made)
    super.init(over: reader)
  }

  /// Returns the frame from which a property with `resolve: .inherited` is read.
  ///
  /// - Parameters:
  ///   - reader: The frame of the code that reads the property.
  ///   - made: The frame in which the owner of the property was created.
  ///   - isProcess: Whether `reader` belongs to the process and not to a test.
  package static func frame(_ reader: Frame, over made: Frame, isProcess: Bool) -> Frame {
    // Whether the scope of the reader adds no override to the scope of the owner.
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
