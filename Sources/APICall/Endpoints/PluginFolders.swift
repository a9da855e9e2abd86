import APICallBase
import APICallCurl
import APICallExternal
import APICallSystem

/// Where the plugins of files are found: programs that decode responses, authorise or send requests,
/// by the names that files give them.
///
/// A file names a plugin, never a program, and gets one only from these folders.
public struct PluginFolders: Sendable, Hashable {
  private enum Choice: Sendable, Hashable {
    case none, installed
    case folders([String])
  }

  private let choice: Choice

  /// No plugins, which is the default.
  public static let none = PluginFolders(choice: .none)

  /// The plugins that are installed for the command line: apicall-plugin(5).
  public static let installed = PluginFolders(choice: .installed)

  /// The plugins in certain folders.
  ///
  /// - Parameter paths: folders that each contain folders of plugins, in the order in which they are
  ///   searched.
  /// - Returns: the choice.
  public static func folders(_ paths: [String]) -> PluginFolders {
    PluginFolders(choice: .folders(paths))
  }

  /// They are found, and run, with the environment variables of the process.
  func plugins(on loop: CurlLoop? = nil) -> ExternalPlugins? {
    let files = SystemFiles()
    let variable: @Sendable (String) -> String? = { Program.environment($0) }
    let catalog: PluginCatalog
    switch choice {
    case .none: return nil
    case .installed: catalog = PluginCatalog(files: files, variable: variable)
    case .folders(let paths):
      let folders = paths.map {
        FilePath.normalized(FilePath.join(files.workingDirectory, $0))
      }
      catalog = PluginCatalog(files: files, roots: PluginRoots(folders: folders))
    }
    return ExternalPlugins(catalog, variable: variable, waiting: loop?.waiting)
  }
}
