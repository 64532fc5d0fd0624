/// An object that holds the value of one dependency: either an override (``OverrideFrame``) or a
/// default value (``DefaultValue``).
///
/// Looking up a dependency returns a holder whose value type is not known statically. The code that
/// reads the dependency knows the type, and passes it to ``value(as:)``.
@usableFromInline package class Holder: @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler can verify the conformance only of
  // final classes. Its stored property never changes.

  /// Whether this object is a frame of a scope, such as an override, rather than a default value.
  @usableFromInline final let isFrame: Bool

  init(isFrame: Bool) { self.isFrame = isFrame }

  /// Whether a read can return this value without reporting an issue. This is `false`, for example,
  /// for a live value that is read in a test.
  var needsNoReport: Bool { true }
}

extension Uncounted where Object == Holder {
  /// Returns the value of this holder, which is an override or a default value. The cast is
  /// unchecked, so the caller must ensure that the value has the type `Value`. The type is an
  /// explicit parameter because the compiler could otherwise infer `Value?`.
  @inlinable package func value<Value: Sendable>(as type: Value.Type) -> Value {
    withObject { holder in
      holder.isFrame
        ? unsafeDowncast(holder, to: OverrideFrame<Value>.self).value
        : unsafeDowncast(holder, to: DefaultValue<Value>.self).value
    }
  }
}

extension Holder {
  package final func value<Value: Sendable>(as type: Value.Type) -> Value {
    Uncounted(self).value(as: type)
  }
}
