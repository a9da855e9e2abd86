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
