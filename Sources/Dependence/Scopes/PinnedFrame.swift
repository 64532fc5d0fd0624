/// A frame that answers reads by itself, also if nothing is overridden beneath it: what was nothing when
/// it was pinned stays nothing, whatever a user interface publishes later.
final class PinnedFrame: Frame, @unchecked Sendable {
  init(over parent: Frame) {
    super.init(parent: parent, isPinned: true)
  }

  override func copy(over parent: Frame) -> Frame { PinnedFrame(over: parent) }
}

extension Frame {
  /// This scope, pinned; itself where no subtree could answer anyway.
  var pinned: Frame { answersItself ? self : PinnedFrame(over: self) }
}
