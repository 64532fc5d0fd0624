import Dependence
import DependenceHarness

extension RecordingMode {
  /// The recording mode selected by the environment variable `DEPENDENCE_RECORD`. The mode is
  /// `.replay` if the variable has an invalid value, or if it selects a mode that writes recordings
  /// while the variable `CI` is set. In both cases, `problem` describes the reason.
  static let ofProcess = read(environment: System.environmentVariable)

  static func read(
    environment: (String) -> String?
  ) -> (mode: RecordingMode, problem: RecordingProblem?) {
    guard let value = environment(variable), !value.isEmpty else { return (.replay, nil) }
    guard let mode = RecordingMode(rawValue: value) else {
      let names = RecordingMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      let problem = RecordingProblem(
        "\(variable) is \"\(value)\". Set it to one of \(names), or unset it to replay recordings."
      )
      return (.replay, problem)
    }
    let continuousIntegration = environment("CI") ?? ""
    guard mode.writes, !["", "0", "false"].contains(continuousIntegration) else {
      return (mode, nil)
    }
    let problem = RecordingProblem(
      """
      \(variable) is "\(value)", but the environment variable CI is set too, and continuous integration must not write \
      recordings. Nothing was recorded. Unset one of the two variables.
      """
    )
    return (.replay, problem)
  }
}
