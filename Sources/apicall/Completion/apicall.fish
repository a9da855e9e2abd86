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
