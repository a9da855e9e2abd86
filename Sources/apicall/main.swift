print("apicall")
