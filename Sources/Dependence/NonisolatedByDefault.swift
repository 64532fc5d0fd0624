/// A type whose members are nonisolated, even in modules whose default isolation is the main actor.
///
/// The compiler does not apply a module's default isolation to types that conform to a protocol
/// with a `SendableMetatype` requirement, or to extensions of such types. Without this protocol, if
/// a module's default isolation is the main actor, the properties that it adds in an extension of
/// ``DependencyValues`` would be isolated to the main actor. Key paths of these properties, and
/// closures that assign to them, would then not be `Sendable`.
public protocol _NonisolatedByDefault: SendableMetatype {}
