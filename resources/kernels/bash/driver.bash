# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Start-up file of the interactive shell behind a Bash context. Interactive, because then an interrupt
# ends the code that runs and keeps the shell with all its state. The daemon writes one line on
# descriptor 0 for each run; the answer "done NUMBER STATUS" goes to descriptor 3. Descriptor 4 is the
# standard error of the code; 2 is quiet until here, since a shell without a terminal complains.
exec 2>&4 {__osb_in}<&0 {__osb_out}>&1 {__osb_err}>&4 {__osb_reply}>&3 3>&- 4>&-
set +o history +H +m
unset MAILCHECK HISTFILE PS0
PS1='' PS2='' __osb_opts='' __osb_status='' __osb_run=0

# Reports the end of a run. After an interrupt nothing of the daemon's line behind the code was
# executed, but the prompt still comes.
__osb_prompt() {
  local status=$?
  if [[ -n $__osb_status ]]; then status=$__osb_status; else __osb_settle; fi
  builtin printf 'done %s %s\n' "$__osb_run" "$status" >&"$__osb_reply"
  __osb_status=''
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
  {
    __osb_settle
    declare -p | command grep -v -E '^declare -[a-zA-Z-]+ (BASH|__osb_|FUNCNAME|PIPESTATUS|SHLVL|SHELLOPTS|E?UID|PPID|PROMPT_COMMAND|_=)'
    declare -f
    alias -p
    shopt -p
    trap -p | command grep -v -E ' EXIT$'
    builtin printf '__osb_opts=%q\n' "$__osb_opts"
  } >"$OSB_STATE" 2>/dev/null
  exec 0<&"$__osb_in" 1>&"$__osb_out" 3>&"$__osb_reply" 4>&"$__osb_err" 2>/dev/null
  exec {__osb_in}<&- {__osb_out}>&- {__osb_reply}>&- {__osb_err}>&-
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

if [[ -n ${__osb_resume-} ]]; then
  [[ -r $OSB_STATE ]] && source "$OSB_STATE" 2>/dev/null
  rm -f -- "$OSB_STATE"
  __osb_run=${__osb_resume% *}
  __osb_status=${__osb_resume#* }
  unset __osb_resume
fi
trap -- __osb_exit EXIT
PROMPT_COMMAND=__osb_prompt
