/// An object that holds the value of one key: an ``OverrideFrame``, or a ``DefaultValue``.
///
/// Reads find holders without knowing the type of the value. The reader knows the type.
@usableFromInline package class Holder: @unchecked Sendable {
  // Unchecked, because a class with subclasses cannot be checked. The state is constant.

  /// Whether this is a frame, and not a default.
  @usableFromInline final let isFrame: Bool

  init(isFrame: Bool) { self.isFrame = isFrame }

  /// Whether a read that finds this holder has nothing to report.
  var isQuiet: Bool { true }
}

extension Uncounted where Object == Holder {
  /// The value, which must be of type `Value`: this is not checked.
  @inlinable package func value<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    look { holder in
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
