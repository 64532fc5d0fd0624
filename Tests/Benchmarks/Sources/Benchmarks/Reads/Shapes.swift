import Dependence

/// A key with values of a particular type.
protocol ShapeKey: DependencyKey {
  /// Returns a value from which ``number(in:)`` returns `number`.
  static func value(_ number: Int) -> Value
  static func number(in value: Value) -> Int
  /// A task-local value of the same type. Reading it is the floor of the benchmarks of this key.
  static var local: TaskLocal<Held<Value>> { get }
}

/// A wrapper around the value of a task-local variable. It is necessary because Swift 6.3
/// miscompiles task-local variables that store closures if optimization is enabled.
struct Held<Value: Sendable>: Sendable {
  let value: Value
}

extension ShapeKey {
  static var liveValue: Value { value(7) }
  static var testValue: Value { value(7) }
}

enum OptionalShape: ShapeKey {
  typealias Value = Int?

  @TaskLocal static var bound = Held<Value>(value: nil)
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> Int? { number }
  static func number(in value: Int?) -> Int { value ?? 0 }
}

enum ClosureShape: ShapeKey {
  typealias Value = @Sendable () -> Int

  @TaskLocal static var bound = Held<Value>(value: { 0 })
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> @Sendable () -> Int { { number } }
  static func number(in value: @Sendable () -> Int) -> Int { value() }
}

/// A struct of five closures.
struct Witness: Sendable {
  var first, second, third, fourth, fifth: @Sendable () -> Int

  init(_ number: Int) {
    first = { number }
    second = { number + 1 }
    third = { number + 2 }
    fourth = { number + 3 }
    fifth = { number + 4 }
  }
}

enum WitnessShape: ShapeKey {
  typealias Value = Witness

  @TaskLocal static var bound = Held<Value>(value: Witness(0))
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> Witness { Witness(number) }
  static func number(in value: Witness) -> Int { value.fifth() - 4 }
}

/// A struct with a size of sixteen machine words.
struct Large: Sendable {
  var numbers: (SIMD8<Int>, SIMD8<Int>)

  init(_ number: Int) {
    numbers = (SIMD8(repeating: number), SIMD8(repeating: number))
  }
}

enum LargeShape: ShapeKey {
  typealias Value = Large

  @TaskLocal static var bound = Held<Value>(value: Large(0))
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> Large { Large(number) }
  static func number(in value: Large) -> Int { value.numbers.1[7] }
}

protocol Numbered: Sendable {
  var number: Int { get }
}

struct Number: Numbered {
  let number: Int
}

enum ExistentialShape: ShapeKey {
  typealias Value = any Numbered

  @TaskLocal static var bound = Held<Value>(value: Number(number: 0))
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> any Numbered { Number(number: number) }
  static func number(in value: any Numbered) -> Int { value.number }
}

final class NumberBox: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

enum ClassShape: ShapeKey {
  typealias Value = NumberBox

  @TaskLocal static var bound = Held<Value>(value: NumberBox(0))
  static var local: TaskLocal<Held<Value>> { $bound }
  static func value(_ number: Int) -> NumberBox { NumberBox(number) }
  static func number(in value: NumberBox) -> Int { value.number }
}
