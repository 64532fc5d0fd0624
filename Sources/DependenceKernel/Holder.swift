/// An object that holds the value of one key: an ``OverrideFrame`` or a ``DefaultValue``.
///
/// A lookup returns a holder without the static type of its value. The reader provides this type
/// when it gets the value.
@usableFromInline package class Holder: @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler checks only final classes. Its state
  // is constant.

  /// Whether this object is a frame. If not, it is a default value.
  @usableFromInline final let isFrame: Bool

  init(isFrame: Bool) { self.isFrame = isFrame }

  /// Whether a read can return this value without reporting an issue.
  var needsNoReport: Bool { true }
}

extension Uncounted where Object == Holder {
  /// Returns the holder's value. The caller must ensure that the value has the type `Value`.
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
