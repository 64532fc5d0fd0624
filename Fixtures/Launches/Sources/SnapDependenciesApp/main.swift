startApp()
print(ForecastModel().text())
