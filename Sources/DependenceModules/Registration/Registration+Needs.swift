import Dependence

extension Registration {
  /// A factory that is given what it needs: the dependencies that are registered by the types of its
  /// parameters.
  init<Need: Sendable, each Other: Sendable>(
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    at site: SourceSite
  ) {
    let need = Slots.slot(of: Need.self)
    let others = (repeat Slots.slot(of: (each Other).self))
    var needs: [Slot] = [need]
    for other in repeat each others { needs.append(other) }
    self.init(
      .sync {
        let frame = Frame.current
        return make(
          need.read(from: frame, at: site),
          repeat (each others).read(from: frame, at: site)
        )
      },
      at: site,
      needs: needs
    )
  }
}
