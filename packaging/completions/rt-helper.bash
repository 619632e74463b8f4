# Completions of rt-helper(8) for bash.

_rt_helper_terminals() {
  compgen -G '/dev/pts/[0-9]*'
}

_rt_helper() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="query list watch serve status install uninstall selftest doctor trace version help"
  else
    case $before in
    --policy) words="own session" ;;
    --until) words="waiting running stopped no-foreground unknown" ;;
    --socket | --self32)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --fd | --wait | --timeout | --settle | --lateness) return ;;
    *)
      case ${COMP_WORDS[1]} in
      query) words="--json --explain --wait --fd $(_rt_helper_terminals)" ;;
      list) words="--json --watch" ;;
      watch) words="--json --until --timeout --settle --lateness --all --stdin --skip-shell $(_rt_helper_terminals)" ;;
      serve) words="--socket --policy" ;;
      selftest) words="--self32" ;;
      trace) words="status pause resume" ;;
      install) words="--policy --dry-run" ;;
      uninstall) words="--dry-run" ;;
      esac
      ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _rt_helper rt-helper
