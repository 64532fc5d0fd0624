extension DependencyIssue {
  /// Creates the issue to report when an unsuitable default value is used, such as a live value in
  /// a test.
  init(_ flaw: Default.Flaw, of record: AnyKeyRecord, at site: SourceSite) {
    switch flaw {
    case .liveOnly:
      self.init(
        "\(record.name) has no test value, so this test used its live value.",
        advice: Self.advice(onLiveValueOf: record, assigning: "$0\(record.accessor) = …"),
        at: site
      )
    case .withoutLiveValue:
      let message = """
        \(record.name) has no live value, so its test value was used. Conform it to DependencyKey in \
        a module that this program links, or override it at the composition root \
        (prepareDependencies).
        """
      self.init(message, at: site)
    case .unimplemented:
      let key = record.key as? any PlaceholderDependencyKey.Type
      let name = key?.property ?? record.name
      let override = "$0\(record.accessor) = \(key?.example ?? "…")"
      self.init(
        unimplemented: "\(name) was read",
        override: override,
        kind: .unimplemented(endpoint: name),
        at: site
      )
    }
  }

  /// Creates the issue to report when a test has overridden only a part of a live client, and then
  /// calls an endpoint that it has not overridden. That endpoint still has its live implementation.
  ///
  /// - Parameters:
  ///   - path: The name of the endpoint, such as "SearchClient.search".
  ///   - record: The key that provides the client.
  package init(liveCallTo path: String, of record: AnyKeyRecord, at site: SourceSite) {
    let names = path.split(separator: ".")
    // If the endpoint belongs to a client inside the key's client, the property that contains the
    // inner client is unknown. In that case, advise the developer to override the key's whole
    // value.
    let client = "\(record.value)".prefix { $0 != "<" }
    let isNested = names.dropLast().last != client
    let member = isNested ? "" : ".\(names.last ?? "")"
    let statement = """
      \(path) was called in a test, but is a live implementation. The test overrides only a part of \(record.name), \
      which has no test value.
      """
    let assignment = "$0\(record.accessor)\(member) = \(isNested ? "…" : "{ … }")"
    self.init(
      statement,
      advice: Self.advice(onLiveValueOf: record, assigning: assignment),
      at: site
    )
  }

  private static func advice(
    onLiveValueOf record: AnyKeyRecord,
    assigning assignment: String
  ) -> String {
    let declaration =
      record.isEntry
      ? "add a test value to the declaration of the property, for example with @DependencyEntry(test: …)"
      : "declare `static var testValue` in \(record.name)"
    return """
      Override it for this test with \(assignment), in \(overridingScopes), or \(declaration).
      """
  }

  /// Creates the issue to report when an unimplemented dependency or endpoint is used.
  ///
  /// - Parameters:
  ///   - override: The source code of an assignment that implements the dependency or endpoint, or
  ///     `nil` if it is unknown.
  ///   - keys: If an endpoint was used, the keys that provide clients with this endpoint.
  ///   - scopes: A phrase that names the functions whose closures can contain this assignment, such
  ///     as `withDependencies { … }`.
  init(
    unimplemented use: String,
    override: String?,
    of keys: [AnyKeyRecord] = [],
    scopes: String = overridingScopes,
    kind: Kind,
    at site: SourceSite
  ) {
    let assignment = override.map { " with \($0), in" } ?? ", for example in"
    let process = ProcessContext.current
    let advice =
      process.isTestProcess && !process.isLaunchedByTest
      ? "Override it for this test\(assignment) \(scopes)."
      : "Override it\(assignment) \(overridingScopesOfApp)."
    let overridden = keys.first { Frame.current.anyOverride(of: $0) != nil }
    let hint = overridden.map { key in
      """
       If the override of $0\(key.accessor) in this scope already implements it, the client was read outside the scope. \
      Read it inside.
      """
    }
    self.init(
      "\(use), but is unimplemented here.",
      advice: advice + (hint ?? ""),
      kind: kind,
      at: site
    )
  }
}
