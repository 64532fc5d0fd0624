/// An object that holds the value of one key: an ``OverrideFrame`` or a ``DefaultValue``.
///
/// A lookup finds the holder without the static type of the value. The reader supplies that type.
@usableFromInline package class Holder: @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked. The state is constant.

  /// Whether this object is a frame. Otherwise it is a default.
  @usableFromInline final let isFrame: Bool

  init(isFrame: Bool) { self.isFrame = isFrame }

  /// Whether a read of this value has no issue to report.
  var isQuiet: Bool { true }
}

extension Uncounted where Object == Holder {
  /// Returns the value, which must be of type `Value`. The type is not checked.
  @inlinable package func value<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    withObject { holder in
      holder.isFrame
        ? unsafeDowncast(holder, to: OverrideFrame<Value>.self).value
        : unsafeDowncast(holder, to: DefaultValue<Value>.self).value
    }
  }
}

extension Holder {
  package final func value<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    Uncounted(self).value()
  }
}
