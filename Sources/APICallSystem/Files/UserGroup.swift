import Glibc

/// The group that is the user's alone.
enum UserGroup {
  /// Whether what a group may do, the user alone may do: it is root's, or the process's own and has
  /// the number or the name of the user, as Debian makes one for each.
  static func isOwn(_ group: gid_t) -> Bool {
    if group == 0 { return true }
    guard group == getegid() else { return false }
    return group == geteuid() || hasNameOfUser(group)
  }

  private static func hasNameOfUser(_ number: gid_t) -> Bool {
    var user = passwd()
    var group = Glibc.group()
    var foundUser: UnsafeMutablePointer<passwd>?
    var foundGroup: UnsafeMutablePointer<Glibc.group>?
    var ofUser = [CChar](repeating: 0, count: 16 << 10)
    var ofGroup = [CChar](repeating: 0, count: 64 << 10)
    guard getpwuid_r(geteuid(), &user, &ofUser, ofUser.count, &foundUser) == 0, foundUser != nil,
      getgrgid_r(number, &group, &ofGroup, ofGroup.count, &foundGroup) == 0, foundGroup != nil,
      let name = user.pw_name, let other = group.gr_name
    else { return false }
    return strcmp(name, other) == 0
  }
}
