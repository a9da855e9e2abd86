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
