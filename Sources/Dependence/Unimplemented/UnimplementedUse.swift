/// The use of something that nobody has implemented, and what to say of it.
struct UnimplementedUse: Sendable {
  /// What was used.
  let subject: String
  /// How: "was called".
  let verb: String
  /// The assignment that implements it, if it is known.
  let override: String?
  /// Where that assignment goes.
  let place: String

  init(of subject: String, _ verb: String, override: String?, place: String = overridingScopes) {
    self.subject = subject
    self.verb = verb
    self.override = override
    self.place = place
  }

  var message: String {
    let remedy =
      if let override {
        "Override it for this test with \(override), in"
      } else {
        "Override it for this test, for example in"
      }
    return """
      \(subject) \(verb), but is unimplemented here. \(remedy) \(place).
      """
  }
}
