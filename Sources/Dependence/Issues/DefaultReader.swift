/// Who made a default necessary.
package enum DefaultReader {
  /// Where the read stands that needs the default which is being computed here; nil elsewhere.
  ///
  /// For stand-ins whose operations cannot know their caller, such as the `now` of a clock.
  package static var site: SourceSite? { ResolutionFrame.reader }
}
