# Completions of rt-helper(8) for bash.

_rt_helper_terminals() {
  compgen -G '/dev/pts/[0-9]*'
}

_rt_helper() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="query list watch serve status install uninstall selftest doctor version help"
  else
    case $before in
    --policy) words="own session" ;;
    --until) words="waiting running stopped no-foreground unknown" ;;
    --socket)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --fd | --timeout) return ;;
    *)
      case ${COMP_WORDS[1]} in
      query) words="--json --explain --fd $(_rt_helper_terminals)" ;;
      list) words="--json --watch --skip-shell" ;;
      watch) words="--json --until --timeout --all --stdin --skip-shell $(_rt_helper_terminals)" ;;
      serve) words="--socket --policy" ;;
      install) words="--policy --dry-run" ;;
      uninstall) words="--dry-run" ;;
      esac
      ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _rt_helper rt-helper
