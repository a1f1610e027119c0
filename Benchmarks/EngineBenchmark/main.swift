import Transport
print("no benchmark yet")
