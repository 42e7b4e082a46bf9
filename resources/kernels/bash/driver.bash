# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Start-up file of the interactive shell behind a Bash context. Interactive, because then an interrupt
# ends the code that runs and keeps the shell with all its state. The daemon writes one line on
# descriptor 0 for each run or question; answers go to descriptor 3:
# In a run __osb_stdin is 1, where a client answers questions, or 0; between two it is empty.
#   done NUMBER STATUS              a run is over
#   input PASSWORD PROMPT           the builtin read wants a line; it comes on descriptor 5, behind a line "line" or "end"
#   part TEXT, answered NUMBER      the lines of an answer, and its end
# In texts the end of a line is \n, and \ is \\. Descriptor 4 is the standard error of the code; 2 is quiet
# until here, since a shell without a terminal complains.
exec 2>&4 {__osb_in}<&0 {__osb_out}>&1 {__osb_err}>&4 {__osb_reply}>&3 {__osb_lines}<&5 {__osb_nothing}<&6 3>&- 4>&- 5<&- 6<&-
set +o history +H +m
unset MAILCHECK HISTFILE PS0
PS1='' PS2='' __osb_opts='' __osb_status='' __osb_run=0 __osb_stdin=

# Reports the end of a run. After an interrupt nothing of the daemon's line behind the code was
# executed, but the prompt still comes.
__osb_prompt() {
  local __osb_last=$?
  if [[ -n $__osb_status ]]; then __osb_last=$__osb_status; else __osb_settle; fi
  builtin printf 'done %s %s\n' "$__osb_run" "$__osb_last" >&"$__osb_reply"
  __osb_status='' __osb_stdin=''
} 2>/dev/null

# Options of the code that would disturb the lines between two runs are put off until the next.
__osb_settle() {
  __osb_opts=''
  case $- in *e*) __osb_opts+='set -e;' ;; esac
  case $- in *x*) __osb_opts+='set -x;' ;; esac
  set +ex
  PROMPT_COMMAND=__osb_prompt PS1='' PS2=''
}

# `exit` and a failure under `set -e` end the run, not the context: the shell starts anew in the same
# process and takes its variables, functions, aliases, options and traps along.
__osb_exit() { __osb_leave $?; }
__osb_leave() {
  local __osb_exit_status=$1
  # Between two runs it is the end of the daemon's lines.
  if [[ -z $__osb_stdin ]]; then trap - EXIT; builtin exit; fi
  {
    __osb_settle
    declare -p | command grep -v -E '^declare -[a-zA-Z-]+ (BASH|__osb_|FUNCNAME|PIPESTATUS|SHLVL|SHELLOPTS|E?UID|PPID|PROMPT_COMMAND|_=)'
    declare -f
    alias -p
    shopt -p
    trap -p | command grep -v -E ' EXIT$'
    builtin printf '__osb_opts=%q\n__osb_first=%q\n' "$__osb_opts" "$__osb_first"
  } >"$OSB_STATE" 2>/dev/null
  exec 0<&"$__osb_in" 1>&"$__osb_out" 3>&"$__osb_reply" 4>&"$__osb_err" 5<&"$__osb_lines" 6<&"$__osb_nothing" 2>/dev/null
  exec {__osb_in}<&- {__osb_out}>&- {__osb_reply}>&- {__osb_err}>&- {__osb_lines}<&- {__osb_nothing}<&-
  __osb_resume="$__osb_run $__osb_exit_status" exec "$BASH" --noprofile --noediting --rcfile "$OSB_DRIVER" -i
}

# The builtin would announce itself on standard error, and a trap of the code would end the shell.
exit() {
  local __osb_status_given=${1:-$?} __osb_trap
  if [[ $BASHPID != "$$" ]]; then builtin exit "$__osb_status_given"; fi
  __osb_trap=$(trap -p EXIT)
  if [[ $__osb_trap != *"'__osb_exit' EXIT" && $__osb_trap != *"-- __osb_exit EXIT" && -n $__osb_trap ]]; then
    trap - EXIT
    __osb_trap=${__osb_trap#trap -- }
    builtin eval "builtin eval ${__osb_trap% EXIT}"
  fi
  __osb_leave "$__osb_status_given"
}

# __osb_text TEXT VARIABLE: as one line.
__osb_text() {
  local __osb_one=${1//'\'/'\\'}
  __osb_one=${__osb_one//$'\n'/'\n'}
  builtin printf -v "$2" '%s' "$__osb_one"
}

# Only where standard input is what every run gets, which is at its end. Everything else reads as ever.
read() {
  if [[ $__osb_stdin != 1 || ! /dev/fd/0 -ef /dev/fd/$__osb_nothing ]]; then builtin read "$@"; return; fi
  local __osb_i __osb_a __osb_p='' __osb_s=0 __osb_l __osb_wait=()
  for ((__osb_i = 1; __osb_i <= $#; __osb_i++)); do
    __osb_a=${!__osb_i}
    [[ $__osb_a == -?* ]] || break
    [[ $__osb_a == -- ]] && break
    if [[ $__osb_a =~ ^-([ers]*)(.?)(.*)$ ]]; then
      [[ ${BASH_REMATCH[1]} != *s* ]] || __osb_s=1
      local __osb_o=${BASH_REMATCH[2]} __osb_v=${BASH_REMATCH[3]}
      [[ -n $__osb_o ]] || continue
      [[ -n $__osb_v ]] || { ((__osb_i++)); __osb_v=${!__osb_i-}; }
      case $__osb_o in
        p) __osb_p=$__osb_v ;;
        t) __osb_wait=(-t "$__osb_v") ;;
        u) builtin read "$@"; return ;;
      esac
    fi
  done
  # An answer that came too late for the one who asked.
  while builtin read -r -t 0 -u "$__osb_lines"; do builtin read -r -u "$__osb_lines" __osb_l; done
  __osb_text "$__osb_p" __osb_p
  builtin printf 'input %s %s\n' "$__osb_s" "$__osb_p" >&"$__osb_reply"
  builtin read -r "${__osb_wait[@]}" -u "$__osb_lines" __osb_l || return
  if [[ $__osb_l != line ]]; then builtin read "$@"; return; fi
  IFS= builtin read -r -u "$__osb_lines" __osb_l
  builtin read "$@" <<<"$__osb_l"
}

# --- questions, each in a subshell of its own ---

__osb_part() { local __osb_t; __osb_text "$1" __osb_t; builtin printf 'part %s\n' "$__osb_t" >&"$__osb_reply"; }

# The kind is that of compgen -A, one or more; then the word.
__osb_complete() {
  local __osb_word=${!#} __osb_kinds=() __osb_match __osb_count=0
  while (($# > 1)); do __osb_kinds+=(-A "$1"); shift; done
  while IFS= builtin read -r __osb_match && ((__osb_count++ < 500)); do
    [[ $__osb_match == __osb_* ]] || __osb_part "$__osb_match"
  done < <(compgen "${__osb_kinds[@]}" -- "$__osb_word" | LC_ALL=C sort -u)
}

__osb_inspect() {
  local __osb_word=$1
  if declare -p "$__osb_word" &>/dev/null; then __osb_part "$(declare -p "$__osb_word" | head -c 4000)"
  elif [[ $(type -t -- "$__osb_word") == @(builtin|keyword) && $__osb_word != read ]]; then __osb_part "$(help -- "$__osb_word" | head -c 4000)"
  elif [[ $__osb_word == read || $__osb_word == exit ]]; then __osb_part "$(help "$__osb_word" | head -c 4000)"
  elif type -- "$__osb_word" &>/dev/null; then __osb_part "$(type -- "$__osb_word" | head -c 4000)"
  fi
}

# What the shell itself or this file has made.
__osb_hidden() { [[ $__osb_first == *" $1 "* || $1 == @(__osb_*|_|BASH_*|COLUMNS|COPROC|FUNCNAME|HIST*|IFS|LC_ALL|LINES|MAPFILE|OLDPWD|OPTARG|PIPESTATUS|PROMPT_COMMAND|REPLY) ]]; }

# Of each of the first 500 variables: name, attributes, number of elements, length, and what it begins with. Last: how many there are.
__osb_variables() {
  local __osb_name __osb_value __osb_bytes __osb_count=0 LC_ALL=C.UTF-8
  while IFS= builtin read -r __osb_name; do
    __osb_hidden "$__osb_name" && continue
    ((++__osb_count > 500)) && continue
    declare -n __osb_ref=$__osb_name
    if [[ ${__osb_ref@a} == *[aA]* ]]; then
      __osb_value=$(declare -p "$__osb_name" 2>/dev/null | head -c 1200)
      [[ $__osb_value == *=* ]] && __osb_value=${__osb_value#*=} || __osb_value='()'
      __osb_part "$__osb_name =${__osb_ref@a} ${#__osb_ref[@]} 0 ${__osb_value:0:200}"
    else
      LC_ALL=C
      __osb_bytes=${#__osb_ref}
      LC_ALL=C.UTF-8
      __osb_part "$__osb_name =${__osb_ref@a} 0 $__osb_bytes ${__osb_ref:0:200}"
    fi
    declare +n __osb_ref
    unset -v __osb_ref
  done < <(compgen -v | LC_ALL=C sort)
  __osb_part "$__osb_count"
}

# Of one variable: attributes and the number of its elements, then key and beginning of each in the range.
__osb_table() {
  local __osb_name=$1 __osb_from=$2 __osb_most=$3 __osb_key __osb_keys=() LC_ALL=C.UTF-8
  declare -p "$__osb_name" &>/dev/null && ! __osb_hidden "$__osb_name" || return 0
  declare -n __osb_ref=$__osb_name
  if [[ ${__osb_ref@a} == *[aA]* ]]; then __osb_keys=("${!__osb_ref[@]}"); else __osb_keys=(''); fi
  __osb_part "=${__osb_ref@a} ${#__osb_keys[@]}"
  for __osb_key in "${__osb_keys[@]:__osb_from:__osb_most}"; do
    __osb_part "${__osb_key:0:400}"
    if [[ -n $__osb_key ]]; then __osb_part "${__osb_ref[$__osb_key]:0:400}"; else __osb_part "${__osb_ref:0:400}"; fi
  done
}

if [[ -n ${__osb_resume-} ]]; then
  [[ -r $OSB_STATE ]] && source "$OSB_STATE" 2>/dev/null
  rm -f -- "$OSB_STATE"
  __osb_run=${__osb_resume% *}
  __osb_status=${__osb_resume#* }
  unset __osb_resume
fi
trap -- __osb_exit EXIT
[[ -n ${__osb_first-} ]] || __osb_first=" $(compgen -v | tr '\n' ' ') "
PROMPT_COMMAND=__osb_prompt
