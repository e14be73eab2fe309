print("caps: ok")
