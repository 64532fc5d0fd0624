#if canImport(Testing)
import Testing
#endif

/// Gives a failing test the pictures of the run that failed.
enum TimelineAttachment {
  static func record(_ record: RunRecord) {
    #if canImport(Testing)
    // XCTest has no attachments outside Apple's systems; its failures have the text.
    guard Test.current != nil else { return }
    let record = record.excerpt
    Attachment.record(TimelineText().draw(record), named: "schedule.txt")
    Attachment.record(TimelineSVG().draw(record), named: "schedule.svg")
    #endif
  }
}
