/// A scope of reading over the one in which the reader's owner was made.
///
/// It is read from, and never bound.
final class InheritingFrame: ScopeFrame, @unchecked Sendable {
  private let reader: Frame
  private let made: Frame

  private init(_ reader: Frame, over made: Frame) {
    (self.reader, self.made) = (reader, made)
    super.init(above: reader, reader, nil, nil, false)
  }

  /// The frame that an owner made in `made` reads from, with the reader in `reader`.
  static func frame(_ reader: Frame, over made: Frame) -> Frame {
    // Nothing is bound in the reader's task, or no more than the owner has seen.
    let isBare =
      reader.outer == nil && (reader.root === made.root || reader.root === DependencyRoot.process)
    return isBare || made.includes(reader) ? made : InheritingFrame(reader, over: made)
  }

  override func source(of record: AnyKeyRecord) -> Frame {
    if let override = reader.anyOverride(of: record), !made.includes(override) { return reader }
    return made.anyOverride(of: record) == nil ? reader : made
  }
}

extension Frame {
  fileprivate final func includes(_ other: Frame) -> Bool {
    sequence(first: self, next: \.outer).contains { $0 === other }
  }
}

/// A place of reading, for an owner that remembers where it was made.
@usableFromInline final class InheritingSite<Value: Sendable>: Sendable {
  private let site: Uncounted<TypedReadSite<Value>>
  private let made = captureDependencies().frame

  init(_ site: Uncounted<TypedReadSite<Value>>) { self.site = site }

  func value(readFrom reader: Frame) -> Value {
    site.look { $0.value(from: InheritingFrame.frame(reader, over: made)) }
  }
}
