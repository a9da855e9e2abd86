import APICall
import Glibc

struct Todo: Decodable {
  var id: Int
  var title: String
  var done: Bool
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  print("usage: todos NAME PASSWORD MOCK")
  exit(64)
}

var configuration = ClientConfiguration()
try configuration.useMock(at: arguments[3])
let client = Client(
  project: Project(at: "."), configuration: configuration)

do throws(RequestError) {
  let login = try await client.call(
    "login",
    ["name": .text(arguments[1]), "password": .text(arguments[2])])
  let token = try login.output("token")

  let response = try await client.call(
    "todos/list", ["token": .text(token)])
  let todos: [Todo] = try response.decode()
  for todo in todos { print(todo.done ? "[x]" : "[ ]", todo.title) }
} catch .unexpectedStatus(let response, _)
  where response.status == .unauthorized
{
  print("The name or the password is wrong.")
} catch {
  print(error)
}
