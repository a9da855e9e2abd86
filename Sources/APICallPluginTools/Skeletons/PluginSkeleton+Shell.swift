import APICallPluginKit

extension PluginSkeleton {
  /// Programs for sh(1), which needs sed(1) and no more to take frames apart.
  enum Shell {
    /// The program of a role.
    static func program(_ role: PluginRole.Kind) -> String {
      switch role {
      case .formatter:
        """
        #!/bin/sh
        # Values come on standard input; what is to be printed goes to standard output.
        exec tr a-z A-Z

        """
      case .decoder:
        #"""
        #!/bin/sh
        # A body comes on standard input; values go to standard output, here one string of JSON a line.
        iconv -c -f UTF-8 -t UTF-8 | tr -d '\000-\011\013-\037' | sed 's/[\\"]/\\&/g; s/.*/"&"/'

        """#
      case .requester: framed(requester)
      case .auth: framed(auth)
      case .secret: framed(secret)
      }
    }

    private static func framed(_ cases: String) -> String {
      #"""
      #!/bin/sh
      # apicall and this program send each other frames, each a line of JSON: see apicall-plugins(7).
      set -eu

      if [ "${1-}" != --apicall-plugin ]; then
        echo "@NAME@ is a plugin of apicall, which starts it: see 'apicall plugins show @NAME@'" >&2
        exit 64
      fi

      # A number or a text in the frame; escapes are kept, so that a text can be sent as it is.
      number() { printf '%s\n' "$frame" | sed -n 's/.*"'"$1"'":\([0-9]*\).*/\1/p'; }
      text() { printf '%s\n' "$frame" | sed -n 's/.*"'"$1"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p'; }

      send() { printf '%s\n' "$1"; }
      fail() { send "{\"id\":$id,\"error\":{\"code\":\"$1\",\"message\":\"$2\"}}"; }

      while IFS= read -r frame; do
        id=$(printf '%s\n' "$frame" | sed -n 's/^{"id":\([0-9]*\).*/\1/p')
        case $frame in

      """# + cases + #"""
            '{"hello":'*) send '{"error":{"code":"protocol_unsupported","message":"it speaks protocol 1"}}' ;;
            '{"cancel":'*) ;; # What there was to answer was answered at once.
            *)
              case $frame in *'"bytes":'*) head -c "$(number bytes)" >/dev/null ;; esac
              fail not_supported 'the message is not known'
              ;;
          esac
        done

        """#
    }

    private static let requester = #"""
          '{"hello":{"protocols":[1'[],]*) send '{"hello":{"protocol":1,"version":"0.1"}}' ;;
          '{"id":'*,'"request":{'*) open=$id ;;
          '{"id":'*,'"body":true,'*) head -c "$(number bytes)" >/dev/null ;;
          '{"id":'*,'"end":true'*)
            open=
            send "{\"id\":$id,\"response\":{\"status\":200,\"reason\":\"OK\",\"headers\":[[\"Content-Type\",\"text/plain\"]]}}"
            send "{\"id\":$id,\"body\":true,\"bytes\":6}"
            send hello
            send "{\"id\":$id,\"end\":true}"
            ;;
          '{"cancel":'*)
            id=${open-}
            open=
            if [ -n "$id" ]; then fail cancelled 'it was cancelled'; fi
            ;;

      """#

    private static let auth = #"""
          '{"hello":{"protocols":[1'[],]*)
            key=$(text key)
            send '{"hello":{"protocol":1,"version":"0.1"}}'
            ;;
          '{"id":'*,'"auth":{'*) send "{\"id\":$id,\"headers\":[[\"X-Key\",\"$key\"]]}" ;;

      """#

    private static let secret = #"""
          '{"hello":{"protocols":[1'[],]*) send '{"hello":{"protocol":1,"version":"0.1"}}' ;;
          '{"id":'*,'"secret":{"op":"get"'*)
            if [ "$(text name)" = example ]; then
              send "{\"id\":$id,\"value\":\"s3cret\",\"origins\":[\"https://a.example\"]}"
            else
              send "{\"id\":$id,\"missing\":true}"
            fi
            ;;
          '{"id":'*,'"secret":{"op":"list"'*)
            send "{\"id\":$id,\"names\":[{\"name\":\"example\",\"origins\":[\"https://a.example\"]}]}"
            ;;

      """#
  }
}
