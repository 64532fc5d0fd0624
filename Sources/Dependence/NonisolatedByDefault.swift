/// A type whose members are nonisolated where the default isolation of a module is the main actor.
///
/// The compiler does not apply the default isolation of a module to types that conform to a protocol with a
/// `SendableMetatype` requirement, nor to extensions of them. Otherwise, a property of an extension would be isolated to
/// the main actor there, and neither its key path nor a closure that assigns it could be `Sendable`.
public protocol _NonisolatedByDefault: SendableMetatype {}
