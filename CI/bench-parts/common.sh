# Settings and functions shared by the benchmark scripts, which source this file.
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$PWD
TIMEFORMAT='%R %U %S'
status=0

# With `--quick`, fewer measurements are made, and ratios may be up to twice their bounds.
quick=no
for argument in "$@"; do
  case $argument in
    --quick) quick=yes ;;
    *) echo "error: \"$argument\" is not an argument; there is only --quick" >&2; exit 2 ;;
  esac
done

# Runs a command and prints its wall-clock time and its CPU time, in seconds.
seconds() {
  { time "$@" >"$folder/log" 2>&1; } 2>"$folder/time" || { cat "$folder/log" >&2; return 1; }
  awk '{ printf "%.3f %.3f\n", $1, $2 + $3 }' "$folder/time"
}

# Runs a command and prints its CPU time, in seconds.
cpu_seconds() { seconds "$@" | cut -d ' ' -f 2; }

# Prints the value of the arithmetic expression $1 with $2 decimal places (two by default).
calculate() { awk "BEGIN { printf \"%.${2:-2}f\", $1 }"; }

# row NAME FIGURE UNIT BOUND: prints the measured value FIGURE with its bound, and sets `status` to
# 1 if the value exceeds the bound.
row() {
  printf '  %-58s %10s %-6s ≤ %s\n' "$1" "$2" "$3" "$4"
  if awk "BEGIN { exit !($2 > $4) }"; then
    echo "out of bounds: $1: $2 $3, bound ≤ $4"
    status=1
  fi
}
