import DependenceGraph

@Instantiable
struct DashboardApp: Instantiable {
  @Instantiated private let weather: any Weather
  @Instantiated let dashboardBuilder: Instantiator<Dashboard>
}

protocol Weather: Sendable {}

@Instantiable
struct Dashboard: Instantiable {
  @Received let weather: any Weather
}
