import APICall
import Glibc

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  print("usage: todos NAME PASSWORD MOCK")
  exit(64)
}

var configuration = ClientConfiguration()
try configuration.useMock(at: arguments[3])
let client = Client(
  project: Project(at: "."), configuration: configuration)
