let app = App()
print(Forecast().text())
print(Forecast().record())
