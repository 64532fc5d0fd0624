# Functions and settings shared by the scripts in this folder, which source this file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The build folder for packages that use the library. Scripts share this folder, so that the library
# is compiled only once in each configuration.
packages=.build/packages

# Prints the heading of a script's next part, to make the log readable.
step() { printf '\n== %s\n' "$*"; }

# Runs a build command and fails if it prints a warning. Does not use the SwiftPM flag that treats
# warnings as errors, because that flag would also affect dependencies.
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

# Runs `swift test` with the given arguments, and hides the messages about started tests. After 20
# minutes, kills the tests and lists those that have not finished. All tests together take about 10
# minutes, or 15 on a slow machine, if there are no earlier builds and the tests must build the
# fixture packages.
swift_test() {
  local log run status=0 second
  log=$(mktemp)
  # Run the tests in their own process group, so that they and the processes that they start can be
  # killed together.
  set -m
  swift test "$@" > >(tee "$log" | grep -vE '^(◇|explored) ') 2>&1 &
  run=$!
  set +m
  # shellcheck disable=SC2064
  trap "kill -KILL -- -$run 2>/dev/null || true" EXIT
  for ((second = 0; second < ${SWIFT_TEST_SECONDS:-1200}; second++)); do
    kill -0 "$run" 2>/dev/null || break
    sleep 1
  done
  if kill -0 "$run" 2>/dev/null; then
    kill -KILL -- "-$run"
    printf '\nerror: the tests hang; these have begun and not ended:\n'
    comm -23 <(sed -nE 's/^◇ (Test|Suite) (.*) started\.$/\2/p; s/^Test Case (.*) started.*/\1/p' "$log" | sort) \
      <(sed -nE 's/ with [0-9]+ test cases? (passed|failed) / \1 /
        s/^[✔✘━] (Test|Suite) (.*) (passed|failed) after.*/\2/p; s/^Test Case (.*) (passed|failed) .*/\1/p' "$log" |
        sort) | grep -v '^case '
  fi
  wait "$run" 2>/dev/null || status=$?
  trap - EXIT
  rm -f "$log"
  return "$status"
}

# Creates a temporary git repository that contains this package with the tag 1.0.0, and exports its
# URL, so that other packages can depend on this version.
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

# Prints patterns for the test suites that cannot pass on a Mac, for use with `--skip`. Some need a
# simulation, which requires Linux. Others launch their own executable again, which on a Mac is
# Xcode's test runner rather than the test program.
suites_for_linux() {
  printf '%s\n' '^CompileFailureTests\.' '^DependenceSimulationTests\.' '^SilentGreenTests\.'
  grep -rlE 'Subprocess\.|TestBinary\(|import DependenceSimulation' --include='*Tests.swift' \
    --include='*Examples.swift' --include='*Bugs*.swift' Tests/D*Tests | while read -r file; do
    sed -nE "s,^(private |final |@MainActor )*(struct|class|extension) ([A-Za-z]+).*,^$(cut -d/ -f2 <<<"$file")\\\\.\\3/,p" "$file"
  done | grep -v '^^DependenceSimulationTests' | sort -u
}
