import Dependence
import DependenceHarness

/// One part of a search, which runs a test under many schedules. Each part runs in its own process,
/// so that several machines or cores can share the work.
struct Shard: Sendable, Hashable {
  /// The environment variable that selects the part that this process runs. For example, `2/8`
  /// selects the second of eight parts.
  static let variable = "DEPENDENCE_SHARD"

  let number: Int
  let count: Int

  static let whole = Shard(number: 1, count: 1)

  /// Returns the range of schedules that this part of the search tries, out of `total` schedules.
  /// The sizes of any two parts differ by at most one. For example, a search of 10 schedules is
  /// divided into three parts of 4, 3 and 3 schedules.
  func range(of total: Int) -> Range<Int> {
    let (share, rest) = total.quotientAndRemainder(dividingBy: count)
    let start = (number - 1) * share + min(number - 1, rest)
    return start..<start + share + (number <= rest ? 1 : 0)
  }
}

extension Shard: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }

  init?(_ text: String) {
    // The numbers have 32 bits, so that a search can multiply them without an overflow.
    guard let match = text.wholeMatch(of: /([0-9]+)\/([0-9]+)/), let number = Int32(match.1),
      let count = Int32(match.2), number > 0, number <= count
    else { return nil }
    self.init(number: Int(number), count: Int(count))
  }

  /// Returns the part of the search selected by the environment variable ``variable``, or the whole
  /// search if the variable is not set.
  static func fromEnvironment() throws(ShardError) -> Shard {
    guard let text = System.environmentVariable(variable) else { return .whole }
    guard let shard = Shard(text) else { throw ShardError(text: text) }
    return shard
  }
}

/// The error thrown when the environment variable ``Shard/variable`` contains anything other than a
/// valid part of a search, such as `2/8` for the second of eight parts.
struct ShardError: Error, CustomStringConvertible {
  let text: String

  var description: String {
    """
    The environment variable \(Shard.variable) is "\(text)", which is not a part of a search, so no search was run. Set \
    it to the number of the part and the number of parts, such as 2/8 for the second of eight parts, or unset it.
    """
  }
}

// MARK: - Registration

// The attributes below make this function run when the test binary is loaded. An invalid value of
// the environment variable is therefore reported even if no test contains a search.
private func register() {
  do throws(ShardError) {
    _ = try Shard.fromEnvironment()
  } catch {
    ProcessContext.failAtExit(becauseOf: "\(error)")
  }
}

#if objectFormat(ELF)
@used
@section(".init_array")
private let registration: @convention(c) () -> Void = { register() }
#elseif objectFormat(MachO)
@used
@section("__DATA,__mod_init_func")
private let registration: @convention(c) () -> Void = { register() }
#else
#warning("DependenceSimulation cannot check the environment on this platform")
#endif
