/// A reason why a receipt cannot be printed.
public enum PrinterError: Error, Hashable {
  /// The receipt is longer than the roll of paper.
  case outOfPaper
}
