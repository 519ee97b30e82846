#!/usr/bin/env bash
# A look at 100,000 unchanged files by a process that has just started, beside unison and rclone doing the same between
# two plain folders, and beside find, which only asks for size and time.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

count=${RESCAN_FILES:-100000}
folder=$BENCH_WORK/rescan copy=$BENCH_WORK/rescan-copy
"$release/examples/rescan_speed" "$count" "$folder" >/dev/null
cp -a "$folder" "$copy"
export UNISON=$BENCH_WORK/unison UNISONLOCALHOSTNAME=localhost
unison_again() { unison -batch -silent -auto "$folder" "$copy"; }
rclone_again() { RCLONE_CONFIG='' rclone sync --quiet "$folder" "$copy"; }
# It remarks at length that it has no archive yet.
! has unison || unison_again 2>"$BENCH_WORK/unison.log"

ours=() peaks=() unisons=() rclones=() finds=()
for _ in $(seq "$ROUNDS"); do
  "$release/examples/rescan_speed" "$count" "$folder" >"$BENCH_WORK/rescanned"
  ours+=("$(awk '$1 == "rescan" && $2 == 1 { print $3 }' "$BENCH_WORK/rescanned")")
  peaks+=("$(awk '$1 == "rescan" && $2 == 1 { print $(NF - 1) * 1024 }' "$BENCH_WORK/rescanned")")
  if has unison; then
    timed unison_again
    unisons+=("$took")
  fi
  if has rclone; then
    timed rclone_again
    rclones+=("$took")
  fi
  timed find "$folder" -type f -printf '%s %T@ %p\n' >/dev/null
  finds+=("$took")
done
peers=()
((${#unisons[@]} == 0)) || peers+=(peer unison "$(median "${unisons[@]}")")
((${#rclones[@]} == 0)) || peers+=(peer rclone "$(median "${rclones[@]}")")
row "rescan of $count unchanged files" "$(median "${ours[@]}")" s "${peers[@]}" limit "find with size and time" "$(median "${finds[@]}")" \
  aim "<= 0.4" runs "$ROUNDS"
row "its peak memory" "$(mb "$(largest "${peaks[@]}")")" MB aim "<= 100"
rm -rf "$folder" "$copy"
