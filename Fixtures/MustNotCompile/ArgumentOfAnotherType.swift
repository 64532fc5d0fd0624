// error: cannot convert value of type 'String' to expected argument type 'Int'
import Dependence

let square = DependencyFactory { (number: Int) in number * number }
let result = square("three")
