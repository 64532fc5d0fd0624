extension RunRecord {
  /// Returns a description of the first difference between the steps of this run and those of
  /// `other`, or `nil` if both runs took the same steps.
  func difference(from other: RunRecord) -> String? {
    for (index, (left, right)) in zip(steps, other.steps).enumerated()
    where left.participant != right.participant || left.candidates != right.candidates
      || left.alternativeCount != right.alternativeCount || left.time != right.time
    {
      let first = "\(participants[left.participant].title) at \(left.time)"
      let second = "\(other.participants[right.participant].title) at \(right.time)"
      if first == second { return "step \(index) had other tasks to choose from" }
      return "step \(index) was taken by \(first) in one run, and by \(second) in the other"
    }
    if steps.count == other.steps.count { return nil }
    return "one took \(steps.count.counting("step")), the other \(other.steps.count)"
  }
}
