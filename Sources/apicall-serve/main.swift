print("apicall-serve")
