/// Something that may go wrong with a call: it is slow, it fails, it is cancelled.
public struct Fault: Sendable {
  enum Kind: Sendable {
    case delay(upTo: Duration)
    case throwing(any Error)
    case cancelling
    case reordering(within: Duration)
  }

  let kind: Kind
  let probability: Double

  /// The call begins late, by no more than `limit`.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1; by default of all.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// The endpoint is not called; the caller gets `error`.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1.
  public static func throwing(_ error: any Error, probability: Double) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// The endpoint is not called; the task of the caller is cancelled, and it gets a
  /// `CancellationError`.
  ///
  /// Call the endpoint in a task of its own: that a test cancels itself is an issue.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1.
  public static func cancelling(probability: Double) -> Fault {
    Fault(kind: .cancelling, probability: probability)
  }

  /// The answer, be it an error, is held back, by no more than `limit`: answers come in another order
  /// than that of the calls.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1; by default of all.
  public static func reordering(within limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .reordering(within: limit), probability: probability)
  }
}

extension Fault {
  /// Whether the caller gets something else than the answer.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling: true
    case .delay, .reordering: false
    }
  }

  /// What is wrong with it; nil if it can be injected.
  var mistake: String? {
    if !(0...1).contains(probability) {
      return "\(name) has the probability \(probability), which is not from 0 to 1."
    }
    switch kind {
    case .delay(let limit) where limit < .zero, .reordering(let limit) where limit < .zero:
      return "\(name) has the limit \(limit). Use zero or more."
    case .delay, .reordering, .throwing, .cancelling:
      return nil
    }
  }

  private var name: String {
    switch kind {
    case .delay: "Fault.delay"
    case .throwing: "Fault.throwing"
    case .cancelling: "Fault.cancelling"
    case .reordering: "Fault.reordering"
    }
  }
}
