/// An object that holds the value of one key: an ``OverrideFrame`` or a ``DefaultValue``.
///
/// A lookup finds the holder without the static type of the value. The reader provides that type.
@usableFromInline package class Holder: @unchecked Sendable {
  // Unchecked because the compiler cannot check a class with subclasses. The state is constant.

  /// Whether this object is an override frame. Otherwise it is a default value.
  @usableFromInline final let isFrame: Bool

  init(isFrame: Bool) { self.isFrame = isFrame }

  /// Whether a read can return this value without reporting an issue.
  var needsNoReport: Bool { true }
}

extension Uncounted where Object == Holder {
  /// Returns the value of the holder as `Value`. The caller ensures that this is the correct type.
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
