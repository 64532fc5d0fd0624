import DependenceGraph
import Pocket
import Wall

@Instantiable
struct App: Instantiable {
  @Instantiated let clock: any Clock
}

protocol Clock {}
