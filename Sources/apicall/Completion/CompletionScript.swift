/// The scripts that make shells call `apicall __complete` for candidates.
enum CompletionScript {
  static let shells = ["bash", "zsh", "fish"]

  /// The script for a shell; nil if the shell is not supported.
  static func text(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  private static let bash = #"""
    # bash completion for apicall: source it, or save it as
    # ~/.local/share/bash-completion/completions/apicall
    _apicall() {
      local words=() rest=${COMP_LINE:0:COMP_POINT} piece next i
      # bash splits words at = and : (COMP_WORDBREAKS); here they are joined again.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        next=${rest#"${rest%%[![:space:]]*}"}
        if ((${#piece} > ${#next})); then piece=$next; fi
        if ((i > 0)) && [[ $next == "$rest" && -n $piece ]]; then
          words[${#words[@]}-1]+=$piece
        else
          words+=("$piece")
        fi
        rest=${next#"$piece"}
      done
      local current=${words[${#words[@]}-1]} breaks= start= line text files=
      if [[ $COMP_WORDBREAKS == *=* ]]; then breaks+='='; fi
      if [[ $COMP_WORDBREAKS == *:* ]]; then breaks+=':'; fi
      if [[ -n $breaks ]]; then start=${current%"${current##*[$breaks]}"}; fi
      COMPREPLY=()
      while IFS= read -r line; do
        text=${line%%$'\t'*}
        if [[ $text == :files || $text == :paths ]]; then
          files=$text
        elif [[ $text == "$current"* ]]; then
          text=${text#"$start"}
          if [[ $text == *[^A-Za-z0-9_./:=,@%+-]* ]]; then printf -v text %q "$text"; fi
          COMPREPLY+=("$text")
        fi
      done < <(apicall __complete "${words[@]:1}" 2>/dev/null)
      if [[ -n $files ]]; then
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(
          current=${current#"$start"}
          compgen -d -- "$current"
          if [[ $files == :files ]]; then
            compgen -f -X '!*.yaml' -- "$current"
          else
            compgen -f -- "$current"
          fi | while IFS= read -r line; do if [[ ! -d $line ]]; then printf '%s\n' "$line"; fi; done
        )
        compopt -o filenames 2>/dev/null
      elif ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=.] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }
    complete -F _apicall apicall

    """#

  private static let zsh = #"""
    #compdef apicall
    # zsh completion for apicall: source it after compinit, or save it as _apicall in a folder of
    # $fpath
    _apicall() {
      local line text about files
      local -a lines given full fullAbout open openAbout
      given=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
      lines=("${(@f)$(apicall __complete "${given[@]}" 2>/dev/null)}")
      for line in "${lines[@]}"; do
        text=${line%%$'\t'*}
        about=$text
        if [[ $line == *$'\t'* ]]; then about+="  ${line#*$'\t'}"; fi
        if [[ -z $text ]]; then
          continue
        elif [[ $text == :files || $text == :paths ]]; then
          files=$text
        elif [[ $text == *[=.] ]]; then
          open+=("$text")
          openAbout+=("$about")
        else
          full+=("$text")
          fullAbout+=("$about")
        fi
      done
      if (( ${#open} )); then compadd -l -S '' -d openAbout -a open; fi
      if (( ${#full} )); then compadd -l -d fullAbout -a full; fi
      if [[ $files == :files ]]; then
        _files -g '*.yaml'
      elif [[ $files == :paths ]]; then
        compset -P '*='
        _files
      fi
    }
    if [[ $funcstack[1] == _apicall ]]; then _apicall "$@"; else compdef _apicall apicall; fi

    """#

  private static let fish = #"""
    # fish completion for apicall: save it as ~/.config/fish/completions/apicall.fish
    function __apicall_complete
      set -l given (commandline -opc) (commandline -ct)
      for line in (apicall __complete $given[2..-1] 2>/dev/null)
        if test "$line" = ":files"
          __fish_complete_suffix .yaml
        else if test "$line" = ":paths"
          set -l parts (string split -m 1 = -- (commandline -ct))
          for path in (__fish_complete_path $parts[2])
            printf '%s=%s\n' $parts[1] $path
          end
        else
          printf '%s\n' $line
        end
      end
    end
    complete -c apicall -f -k -a '(__apicall_complete)'

    """#
}
