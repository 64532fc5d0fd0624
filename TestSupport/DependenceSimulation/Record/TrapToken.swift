import CSimulationRuntime

/// The replay token of a running simulation. A signal handler prints it if the process traps.
///
/// The handler cannot allocate memory, so this type keeps the token's complete text in memory and
/// updates it whenever the schedule makes a choice.
///
/// `@unchecked Sendable` because a choice is added, and the text is read, only under the lock of the
/// simulation's state. The signal handler needs no lock, because it runs on the only thread that
/// runs the simulation.
final class TrapToken: @unchecked Sendable {
  private let token = UnsafeMutablePointer<simulation_token>.allocate(capacity: 1)
  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 128)
  /// Whether the token contains the schedule's choices instead of a seed.
  private let isChosen: Bool
  private var encoder = ChoiceText.Encoder()
  /// The number of bytes before the checksum, and the checksum of these bytes. Both leave out the
  /// digit that represents an empty list of choices.
  private var bodyCount = 0
  private var checksum = Checksum()

  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Creates the token for a simulation whose schedule has not made any choice yet.
  ///
  /// For a random schedule, the token usually contains the seed. Otherwise, it contains all
  /// scheduling choices. The choices are also needed for a random schedule that may advance virtual
  /// time while tasks are ready to run, because a token with a seed cannot state that the replay
  /// must allow this.
  ///
  /// - Parameter advancesTimeAnytime: Whether the schedule may advance virtual time while tasks are
  ///   ready to run.
  init(_ schedule: Schedule, advancesTimeAnytime: Bool = false) {
    let seedToken = advancesTimeAnytime ? nil : schedule.seedToken
    isChosen = seedToken == nil
    let new = seedToken ?? ReplayToken(choices: [], advancesTimeAnytime: advancesTimeAnytime)
    let text = new.description
    let end = buffer.update(fromContentsOf: text.utf8)
    token.initialize(to: simulation_token())
    show(end)
    if isChosen {
      bodyCount = text.utf8.prefix { $0 != UInt8(ascii: "-") }.count + 1
      checksum.add(buffer[..<bodyCount])
    }
  }

  /// Adds a scheduling choice, that is, the index of the task that the schedule runs next or of the
  /// element that it chooses.
  func add(_ choice: Int) {
    // Trailing zeros are not part of the text, because a replay chooses 0 after the last choice.
    guard isChosen, let text = encoder.text(of: choice) else { return }
    let bytes = text.utf8
    let count = bodyCount + bytes.count
    reserve(count + 5)
    _ = buffer[bodyCount...].update(fromContentsOf: bytes)
    checksum.add(bytes)
    bodyCount = count
    buffer[count] = UInt8(ascii: "-")
    for digit in 0..<4 {
      buffer[count + 1 + digit] = Self.hexDigits[Int(checksum.value >> (12 - 4 * digit) & 15)]
    }
    show(count + 5)
  }

  private func reserve(_ capacity: Int) {
    if capacity <= buffer.count { return }
    let old = buffer
    buffer = .allocate(capacity: 2 * capacity)
    _ = buffer.update(fromContentsOf: old)
    token.pointee.text = UnsafeRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self)
    old.deallocate()
  }

  /// Makes the first `count` bytes of the buffer the text that the signal handler prints.
  private func show(_ count: Int) {
    token.pointee.text = UnsafeRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self)
    token.pointee.count = count
  }

  /// Runs `body` while this token is registered for the current thread. If the thread traps in
  /// `body`, a signal handler prints the token, so that the user can replay the run.
  func announced<Result>(_ body: () -> Result) -> Result {
    let before = simulation_announce_token(token)
    defer { _ = simulation_announce_token(before) }
    return body()
  }

  /// The token's text for the choices made so far, exactly as the signal handler would print it.
  var text: String { String(decoding: buffer[..<token.pointee.count], as: UTF8.self) }

  deinit {
    token.deallocate()
    buffer.deallocate()
  }
}
