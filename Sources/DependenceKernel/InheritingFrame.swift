/// The scope in which a `@Dependency` property with `resolve: .inherited` is read. It combines the
/// scope of the code that reads the property with the scope where the property's owner, such as a
/// view model, was created. It is used only to look up values; no code runs in it.
package final class InheritingFrame: ScopeFrame, @unchecked Sendable {
  private let reader: Frame
  private let made: Frame

  private init(_ reader: Frame, over made: Frame) {
    (self.reader, self.made) = (reader, made)
    super.init(over: reader)
  }

  /// Returns the frame that a property with `resolve: .inherited` is read from. This is `made` if
  /// overrides in the reader's scope cannot affect the result, and otherwise a new frame that
  /// combines both scopes.
  ///
  /// - Parameters:
  ///   - reader: The innermost frame of the scope in which the property is read.
  ///   - made: The innermost frame of the scope in which the property's owner was created.
  ///   - isProcess: Whether `reader` belongs to the process rather than to a test.
  package static func frame(_ reader: Frame, over made: Frame, isProcess: Bool) -> Frame {
    // `isBare` is `true` if the reader's scope contains no overrides that could take precedence
    // over those in the scope where the property's owner was created.
    let isBare = reader.outer == nil && (reader.root === made.root || isProcess)
    return isBare || made.includes(reader) ? made : InheritingFrame(reader, over: made)
  }

  override package func source(of record: AnyKeyRecord, getDefault: (Frame) -> Default?) -> Frame {
    if let override = reader.anyOverride(of: record), !made.includes(override) { return reader }
    if made.anyOverride(of: record) != nil { return made }
    // No override applies, so the property has its default value. Read it in the reader's scope if
    // it depends on no override in the owner's scope (`made`). Also read it in the reader's scope
    // if the scopes do not share cached defaults (their roots differ), because the owner's scope
    // may then belong to another test.
    guard made.keys != 0, made.root === reader.root, let anchor = getDefault(made)?.basis.anchor
    else { return reader }
    // In the owner's scope, the default value depends on an override. If the reader's scope
    // contains that override too, read the value there so that it can also depend on the reader's
    // other overrides.
    let isShared = reader.first { ObjectIdentifier($0) == anchor.identity ? true : nil } ?? false
    return isShared ? reader : made
  }
}

extension Frame {
  fileprivate final func includes(_ other: Frame) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === other }
  }
}
