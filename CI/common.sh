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

# Runs `swift test` with these arguments, and prints all but who has begun. Tests that run for a quarter of an hour hang:
# they are named, and fail.
swift_test() {
  local log run status=0 second
  log=$(mktemp)
  # In a group of its own, which can be ended with all that it has started.
  set -m
  swift test "$@" > >(tee "$log" | grep -vE '^(◇|explored) ') 2>&1 &
  run=$!
  set +m
  # shellcheck disable=SC2064
  trap "kill -KILL -- -$run 2>/dev/null || true" EXIT
  for ((second = 0; second < ${SWIFT_TEST_SECONDS:-900}; second++)); do
    kill -0 "$run" 2>/dev/null || break
    sleep 1
  done
  if kill -0 "$run" 2>/dev/null; then
    kill -KILL -- "-$run"
    printf '\nerror: the tests hang; these have begun and not ended:\n'
    comm -23 <(sed -nE 's/^◇ (Test|Suite) (.*) started\.$/\2/p; s/^Test Case (.*) started.*/\1/p' "$log" | sort) \
      <(sed -nE 's/ with [0-9]+ test cases? (passed|failed) / \1 /
        s/^[✔✘] (Test|Suite) (.*) (passed|failed) after.*/\2/p; s/^Test Case (.*) (passed|failed) .*/\1/p' "$log" |
        sort) | grep -v '^case '
  fi
  wait "$run" 2>/dev/null || status=$?
  trap - EXIT
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

# Prints what cannot pass on a Mac, for --skip: suites in files that need a simulation, which only Linux has, or that
# start their own process again, which on a Mac is the runner of Xcode.
suites_for_linux() {
  printf '%s\n' '^CompileFailureTests\.' '^DependenceSimulationTests\.' '^SilentGreenTests\.'
  grep -rlE 'Subprocess\.|TestBinary\(|import DependenceSimulation' --include='*Tests.swift' \
    --include='*Examples.swift' --include='*Mistakes.swift' Tests/D*Tests | while read -r file; do
    sed -nE "s,^(private |final |@MainActor )*(struct|class|extension) ([A-Za-z]+).*,^$(cut -d/ -f2 <<<"$file")\\\\.\\3/,p" "$file"
  done | grep -v '^^DependenceSimulationTests' | sort -u
}
