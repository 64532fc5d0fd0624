package import Dependence
import DependenceMacros

extension DependencyValues {
  @DependencyEntry(test: Part.bolt) package var bolt: Part = .bolt
  @DependencyEntry(test: Part.nut) package var nut: Part = .nut
  @DependencyEntry(test: Part.wire) package var wire: Part = .wire
  @DependencyEntry(test: Part.glass) package var glass: Part = .glass
  @DependencyEntry(test: Part.rubber) package var rubber: Part = .rubber
  @DependencyEntry(test: Part.frame) package var frame: Part = .frame
  @DependencyEntry(test: Part.axle) package var axle: Part = .axle
  @DependencyEntry(test: Part.spring) package var spring: Part = .spring
  @DependencyEntry(test: Part.lamp) package var lamp: Part = .lamp
  @DependencyEntry(test: Part.wheel) package var wheel: Part = .wheel
  @DependencyEntry(test: Part.brake) package var brake: Part = .brake
  @DependencyEntry(test: Part.gearbox) package var gearbox: Part = .gearbox
  @DependencyEntry(test: Part.dashboard) package var dashboard: Part = .dashboard
  @DependencyEntry(test: Part.door) package var door: Part = .door
  @DependencyEntry(test: Part.seat) package var seat: Part = .seat
  @DependencyEntry(test: Part.wiring) package var wiring: Part = .wiring
  @DependencyEntry(test: Part.cabin) package var cabin: Part = .cabin
  @DependencyEntry(test: Part.engine) package var engine: Part = .engine
  @DependencyEntry(test: Part.chassis) package var chassis: Part = .chassis
  @DependencyEntry(test: Part.car) package var car: Part = .car
}

/// The key paths of all parts.
package let registry: [any WritableKeyPath<DependencyValues, Part> & Sendable] = [
  \.bolt, \.nut, \.wire, \.glass, \.rubber, \.frame, \.axle, \.spring, \.lamp, \.wheel, \.brake,
  \.gearbox, \.dashboard, \.door, \.seat, \.wiring, \.cabin, \.engine, \.chassis, \.car,
]
