/// A reason why a receipt is not printed.
public enum PrinterError: Error, Hashable {
  /// The roll of paper is shorter than the receipt.
  case outOfPaper
}
