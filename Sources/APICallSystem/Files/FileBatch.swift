package import APICallBase
import Glibc

/// New files of a folder that appear together, or not at all.
package enum FileBatch {
  /// Writes files: first all of them to the disk under temporary names, then under their own.
  ///
  /// Throws the name that cannot be written, and why; then no new file is left.
  package static func write(
    _ files: [(name: String, bytes: [UInt8])], in folder: String, replacing replaces: Bool
  ) throws(FileBatchError) {
    let open: OpenFolder
    do throws(FileError) {
      try SystemFolder.makeFolder(folder, mode: 0o777)
      open = try OpenFolder(folder)
    } catch {
      throw FileBatchError(name: "", reason: error)
    }
    var written: [AtomicFile] = []
    for file in files {
      do throws(FileError) {
        let made = try AtomicFile(in: open)
        written.append(made)
        var code = DescriptorWriting.write(file.bytes, to: made.descriptor)
        if code == 0 {
          code = made.finish(mode: FileOwner.newFileMode, owner: nil, isSynced: true)
        }
        if code != 0 { throw FileError(code) }
      } catch {
        throw FileBatchError(name: file.name, reason: error)
      }
    }
    for (index, file) in files.enumerated() {
      let code = replaces ? written[index].replace(file.name) : written[index].take(file.name)
      guard code != 0 else { continue }
      if !replaces {
        for file in files[..<index] { unlinkat(open.descriptor, file.name, 0) }
      }
      throw FileBatchError(name: file.name, reason: FileError(code))
    }
  }
}

/// Why a file of a batch cannot be written.
package struct FileBatchError: Error {
  /// The name; empty for the folder.
  package let name: String
  package let reason: FileError
}
