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

# Runs `swift test` with these arguments, and prints all but who has begun. Tests that hang are named after a quarter of
# an hour, and fail.
swift_test() {
  local log alarm status
  log=$(mktemp)
  (
    sleep 900
    printf '\nerror: the tests hang; these have begun and not ended:\n'
    comm -23 <(sed -nE 's/^◇ (Test|Suite) (.*) started\.$/\2/p; s/^Test Case (.*) started.*/\1/p' "$log" | sort) \
      <(sed -nE 's/^[✔✘] (Test|Suite) (.*) (passed|failed) after.*/\2/p; s/^Test Case (.*) (passed|failed) .*/\1/p' \
        "$log" | sort) | grep -v '^case '
    # The process of the tests alone: SwiftPM prints what it still holds, and ends by itself.
    pkill -KILL -P "$(pgrep -P $$ swift-test)"
  ) &
  alarm=$!
  set +e
  swift test "$@" 2>&1 | tee "$log" | grep -vE '^(◇|explored) '
  status=${PIPESTATUS[0]}
  set -e
  pkill -P "$alarm"
  wait "$alarm" || true
  rm -f "$log"
  return "$status"
}

# Makes a repository of this package with a tag, in a folder that is removed at the end, and exports
# its address.
tagged_dependence() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  mkdir -p "$folder/dependence"
  git ls-files -z Package.swift Sources TestSupport Tests | tar --null -cT - |
    tar -xC "$folder/dependence"
  git -C "$folder/dependence" init --quiet
  git -C "$folder/dependence" add .
  git -C "$folder/dependence" -c user.name=CI -c user.email=ci@localhost commit --quiet -m "1.0.0"
  git -C "$folder/dependence" tag 1.0.0
  export DEPENDENCE_URL="file://$folder/dependence"
}
