/// A key whose test value does what every test wants, so that strict scopes let it be read.
///
/// ```swift
/// enum LogKey: NeutralDependencyKey {
///   static var liveValue: Log { Log.toFile }
///   static var testValue: Log { Log.toNowhere }
/// }
/// ```
public protocol NeutralDependencyKey: DependencyKey {}
