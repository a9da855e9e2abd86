import APICallPluginKit

extension PluginSkeleton {
  /// Programs for sh(1) that parse frames with sed(1) alone.
  enum Shell {
    static func program(_ role: PluginRole.Kind) -> String {
      switch role {
      case .formatter:
        """
        #!/bin/sh
        # Values arrive on standard input, and standard output is printed.
        exec tr a-z A-Z

        """
      case .decoder:
        #"""
        #!/bin/sh
        # A body arrives on standard input. Standard output is a JSON string per line.
        iconv -c -f UTF-8 -t UTF-8 | tr -d '\000-\011\013-\037' | sed 's/[\\"]/\\&/g; s/.*/"&"/'

        """#
      case .limiter:
        #"""
        #!/bin/sh
        # A question arrives on standard input, such as {"permits":16,"requests":200,"seconds":1}. The
        # answer is how many of them may be sent, after how many seconds.
        sed -n 's/.*"permits":\([0-9]*\).*/{"permits":\1,"wait":0}/p'

        """#
      case .requester: framed(requester)
      case .auth: framed(auth)
      case .secret: framed(secret)
      }
    }

    private static func framed(_ cases: String) -> String {
      #"""
      #!/bin/sh
      # apicall and this program exchange frames, each a line of JSON: see apicall-plugin(5).
      set -eu

      if [ "${1-}" != --apicall-plugin ]; then
        echo "@NAME@ is a plugin for apicall: see 'apicall plugins show @NAME@'" >&2
        exit 64
      fi

      # A number or a string in the frame. Escapes are kept, so that a string can be sent unchanged.
      number() { printf '%s\n' "$frame" | sed -n 's/.*"'"$1"'":\([0-9]*\).*/\1/p'; }
      text() { printf '%s\n' "$frame" | sed -n 's/.*"'"$1"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p'; }

      send() { printf '%s\n' "$1"; }
      fail() { send "{\"id\":$id,\"error\":{\"code\":\"$1\",\"message\":\"$2\"}}"; }

      while IFS= read -r frame; do
        id=$(printf '%s\n' "$frame" | sed -n 's/^{"id":\([0-9]*\).*/\1/p')
        case $frame in

      """# + cases + #"""
            '{"hello":'*) send '{"error":{"code":"protocol_unsupported","message":"it needs protocol 1"}}' ;;
            '{"cancel":'*) ;; # Every response was sent at once.
            *)
              case $frame in *'"bytes":'*) head -c "$(number bytes)" >/dev/null ;; esac
              fail not_supported 'unknown message'
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
            if [ -n "$id" ]; then fail cancelled 'cancelled'; fi
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
