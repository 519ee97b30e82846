#!/usr/bin/env bash
# 1,000 changed files of 50 KB in a synced folder: each replace keeps the old content first (a download into the
# history), sends the new one and deletes the old by its id. Beside it one curl that does the same three requests a file
# over one kept connection, and writes the old content into files.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

count=${MANY:-1000}
folder=$BENCH_WORK/replace
fill() { for i in $(seq "$count"); do head -c 51200 /dev/urandom >"$folder/drawing-$i.pdf"; done; }

listed() {
  curl -sSf -o "$BENCH_WORK/listed" -H "Authorization: Bearer $token" "$documents"
  node -e 'const pages = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    for (const p of pages) if (p.section === "Bench") for (const f of p.files) console.log(f.fileReferenceId, f.name)' "$BENCH_WORK/listed"
}

curl_replaces() {
  local id name first=yes
  mkdir -p "$BENCH_WORK/kept"
  while read -r id name; do
    [ -n "$first" ] || echo next
    first=
    printf '%s\n' silent show-error fail "header=\"Authorization: Bearer $token\"" "output=\"$BENCH_WORK/kept/$id\"" "url=\"$documents/$id\"" next \
      silent show-error fail "header=\"Authorization: Bearer $token\"" output=/dev/null "form=\"file=@$folder/$name\"" "url=\"$documents?section=Bench\"" next \
      silent show-error fail "header=\"Authorization: Bearer $token\"" output=/dev/null request=DELETE "url=\"$documents/$id\""
  done <"$BENCH_WORK/before" >"$BENCH_WORK/curl.config"
  curl -K "$BENCH_WORK/curl.config"
}

ours=() curls=()
for _ in $(seq "$ROUNDS"); do
  start_service demo
  curl_ready
  rm -rf "$folder" && mkdir "$folder"
  fill
  sleep 3 # what was written a moment ago is not settled
  "$release/fieldctl" sync add "$folder" --project P-2026-001 --section Bench --json >/dev/null
  "$release/fieldctl" sync run --once >/dev/null 2>"$BENCH_WORK/fieldctl.log" || fail "the first run failed"
  fill
  sleep 3
  timed "$release/fieldctl" sync run --once >/dev/null
  ours+=("$took")
  [ "$(listed | wc -l)" = "$count" ] || fail "$(listed | wc -l) of $count documents are on the page"
  listed >"$BENCH_WORK/before"
  timed curl_replaces
  curls+=("$took")
  stop_service
done
rm -rf "$folder" "$BENCH_WORK/kept"

row "replace of $count changed files of 50 KB" "$(median "${ours[@]}")" s \
  peer "one curl, three requests a file" "$(median "${curls[@]}")" runs "$ROUNDS"
