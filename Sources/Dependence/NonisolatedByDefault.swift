/// A type whose members are nonisolated, even in modules whose default isolation is the main actor.
///
/// The compiler does not apply a module's default isolation to types that conform to a protocol
/// with a `SendableMetatype` requirement, or to extensions of such types. Without this protocol,
/// properties that a module adds to such a type in an extension would be isolated to the main
/// actor. Their key paths would then not be `Sendable`, and neither would closures that assign to
/// them.
public protocol _NonisolatedByDefault: SendableMetatype {}
