print("layers: ok")
