// Twenty parts. Each part is built from parts that are declared above it.
extension Part {
  static var bolt: Part { Part("bolt") }
  static var nut: Part { Part("nut") }
  static var wire: Part { Part("wire") }
  static var glass: Part { Part("glass") }
  static var rubber: Part { Part("rubber") }
  static var frame: Part { Part("frame", \.bolt, \.nut) }
  static var axle: Part { Part("axle", \.bolt) }
  static var spring: Part { Part("spring", \.wire) }
  static var lamp: Part { Part("lamp", \.glass, \.wire) }
  static var wheel: Part { Part("wheel", \.rubber, \.axle) }
  static var brake: Part { Part("brake", \.spring, \.rubber) }
  static var gearbox: Part { Part("gearbox", \.axle, \.nut) }
  static var dashboard: Part { Part("dashboard", \.lamp, \.glass) }
  static var door: Part { Part("door", \.glass, \.frame) }
  static var seat: Part { Part("seat", \.spring, \.frame) }
  static var wiring: Part { Part("wiring", \.wire, \.lamp) }
  static var cabin: Part { Part("cabin", \.dashboard, \.door, \.seat) }
  static var engine: Part { Part("engine", \.gearbox, \.wiring) }
  static var chassis: Part { Part("chassis", \.frame, \.wheel, \.brake) }
  static var car: Part { Part("car", \.cabin, \.engine, \.chassis) }
}
