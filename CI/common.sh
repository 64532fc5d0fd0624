# Sourced by the scripts beside it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Says what is being done, so that a log can be read.
step() { printf '\n== %s\n' "$*"; }

# Runs a build and fails on the first warning, for which SwiftPM has no flag that spares dependencies.
without_warnings() {
  local log status=0
  log=$(mktemp)
  "$@" 2>&1 | tee "$log" || status=$?
  if [ "$status" -eq 0 ] && grep -E '(^|[^a-z])warning: ' "$log" >/dev/null; then
    echo "error: there are warnings in the output above"
    status=1
  fi
  rm -f "$log"
  return "$status"
}
