@_exported public import Dependence
@_exported public import DependenceClients
