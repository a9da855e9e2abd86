import Foundation

/// One run of a random project, and its problems.
struct RandomProjectRun {
  var problems: [String] = []
  var statuses: [String] = []
  var requests = 0
  /// The text on standard error.
  var errors: [String] = []

  /// Runs a project.
  init(_ random: RandomProject) throws {
    let outside = Self.outside
    let project = try HostileProject([:])
    var texts = random.texts
    for (name, text) in texts {
      texts[name] = text.replacing("$OUTSIDE", with: "\(project.path)/outside")
    }
    let canary = "c4nary\(project.names.number)Zq"
    for (name, text) in texts { try project.write(text, to: name) }
    for name in outside { try project.write("{\"id\":\"\(canary)\"}\n", to: "../\(name)") }
    for (name, path) in [
      ("link", "outside"), ("file-link.json", "outside/data.json"),
      ("dangling.json", "outside/new"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(project.root)/\(name)", withDestinationPath: "\(project.path)/\(path)")
    }
    let before = Self.tree(project)

    let values = ["key": project.names.key, "two": "tW0/\(project.names.number)+kLmQr~"]
    for (name, origins) in random.secrets {
      project.variables["APICALL_SECRET_\(name.uppercased())"] = values[name]
      project.variables["APICALL_SECRET_\(name.uppercased())_ORIGINS"] =
        origins.map { "$\($0)" }.joined(separator: " ")
    }
    try project.grant(
      random.secrets.keys.sorted(), reaching: random.isLocked ? "-" : HostileProject.allServers)
    if random.isTrusted { try project.write("$ROOT\n", to: "$HOME/state/apicall/trusted") }
    let servers = RandomServers(random, values: values, canary: canary, names: project.names)
    project.answer { servers.answer($0, $1) }
    for line in random.typed {
      // Files that are not trusted save only below a folder that the user names.
      let isOfScript =
        line.hasPrefix("run main") && texts["main.yaml"]?.contains("\nsteps:") == true
      let run = try project.run(
        random.isTrusted || !isOfScript ? line : "\(line) --into .")
      statuses.append(run.ending.status)
      errors.append(run.error)
      if run.error.contains(project.names.key) { problems.append("a message shows 'key'") }
    }
    for name in random.results {
      let path = "\(project.root)/\(name)"
      let text = FileManager.default.contents(atPath: path).map {
        String(decoding: $0, as: UTF8.self)
      }
      if text?.contains(project.names.key) == true { problems.append("\(name) shows 'key'") }
    }
    requests = servers.requests
    problems += servers.leaks
    let after = Self.tree(project)
    for path in Set(before.keys).union(after.keys).sorted() where before[path] != after[path] {
      let what = before[path] == nil ? "created" : after[path] == nil ? "removed" : "changed"
      problems.append("\(path) was \(what)")
    }
  }

  /// Files outside the project, and hidden ones in it.
  private static let outside = [
    "outside/data.json", "outside/.env", "home/.ssh/id", "home/notes.txt", "project/.env",
    "project/.git/config",
  ]

  /// Returns these files and all beside them with their contents, except apicall's own files.
  private static func tree(_ project: HostileProject) -> [String: Data] {
    var tree: [String: Data] = [:]
    for folder in ["outside", "home", "project"] {
      let all = FileManager.default.enumerator(atPath: "\(project.path)/\(folder)")
      while let name = all?.nextObject() as? String {
        if folder == "home", name.hasPrefix("state") || name.hasPrefix("data") { continue }
        if folder == "project", !name.hasPrefix(".") { continue }
        tree["\(folder)/\(name)"] =
          FileManager.default.contents(atPath: "\(project.path)/\(folder)/\(name)") ?? Data()
      }
    }
    return tree
  }
}

extension RandomProject {
  /// Returns a smaller project with problems: pieces are left out one by one.
  func shrunk() -> RandomProject {
    var best = self
    var tries = 0
    func isWrong(_ project: RandomProject) -> Bool {
      tries += 1
      return tries < 60 && (try? RandomProjectRun(project).problems.isEmpty) == false
    }
    for file in best.files.indices {
      for part in [\File.steps, \File.endings] {
        for index in best.files[file][keyPath: part].indices.reversed() {
          var smaller = best
          smaller.files[file][keyPath: part].remove(at: index)
          if isWrong(smaller) { best = smaller }
        }
      }
    }
    for index in best.files.indices.reversed() {
      var smaller = best
      smaller.files.remove(at: index)
      if isWrong(smaller) { best = smaller }
    }
    return best
  }

  /// The whole project, for a message.
  var shown: String {
    let head = "\(isTrusted ? "trusted" : "not trusted"); secrets \(secrets); \(typed)"
    return files.reduce(head) { "\($0)\n--- \($1.name)\n\($1.text)" }
  }
}
