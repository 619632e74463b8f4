# Completions of rt-helper(8) for fish.

set -l commands query list watch serve status install uninstall selftest doctor version
complete -c rt-helper -f
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a query -d 'Tell about one terminal'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a list -d 'Tell about every terminal of yours'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a watch -d 'Tell each change'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a serve -d 'Answer on a socket'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a status -d 'Tell about the service'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a install -d 'Set the service up'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a uninstall -d 'Remove what install wrote'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a selftest -d 'Check known waits on this machine'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'Tell what this machine lacks'
complete -c rt-helper -n "not __fish_seen_subcommand_from $commands" -a version -d 'Print the version'

complete -c rt-helper -n '__fish_seen_subcommand_from query watch' -a '(for t in /dev/pts/*; string match -r "^/dev/pts/[0-9]+\$" $t; end)'
complete -c rt-helper -n '__fish_seen_subcommand_from query list watch' -l json -d 'Print JSON'
complete -c rt-helper -n '__fish_seen_subcommand_from query' -l explain -d 'Say what was looked at'
complete -c rt-helper -n '__fish_seen_subcommand_from query' -l fd -x -d 'Ask about an open descriptor'
complete -c rt-helper -n '__fish_seen_subcommand_from list' -l watch -d 'A live table'
complete -c rt-helper -n '__fish_seen_subcommand_from list watch' -l skip-shell -d 'Leave out shells at their prompt'
complete -c rt-helper -n '__fish_seen_subcommand_from watch' -l until -x -a 'waiting running stopped no-foreground unknown' -d 'End at this state'
complete -c rt-helper -n '__fish_seen_subcommand_from watch' -l timeout -x -d 'End after this time'
complete -c rt-helper -n '__fish_seen_subcommand_from watch' -l all -d 'Every terminal of yours'
complete -c rt-helper -n '__fish_seen_subcommand_from watch' -l stdin -d 'Terminals by lines of standard input'
complete -c rt-helper -n '__fish_seen_subcommand_from serve' -l socket -r -d 'Listen here'
complete -c rt-helper -n '__fish_seen_subcommand_from serve install' -l policy -x -a 'own session' -d 'Who is told of what'
complete -c rt-helper -n '__fish_seen_subcommand_from install uninstall' -l dry-run -d 'Only say what would be done'
