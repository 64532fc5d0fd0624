/// A type whose members are nonisolated even in modules that default to the main actor.
///
/// The compiler does not apply the default isolation of a module to types that conform to a
/// protocol with a `SendableMetatype` requirement, or to extensions of such types. Without this
/// protocol, the properties that a client module adds in an extension would be isolated to the main
/// actor. Then neither their key paths nor the closures that assign them could be `Sendable`.
public protocol _NonisolatedByDefault: SendableMetatype {}
