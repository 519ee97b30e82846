#!/usr/bin/env bash
# The first mirror of a folder: 10,000 files, 503 MB, sizes as those of drawings (Pareto), to `fieldservice` on the same
# machine. Beside it curl sending the same files with one request a batch of 200 over one kept connection, which keeps no
# state and checks nothing. rclone and unison, where they could be installed, cannot speak to the service: rclone sends
# the same files to its own WebDAV server (once, for it takes minutes), unison to a plain folder.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bench=$release/examples/mirror_bench
folder=$BENCH_WORK/mirror
"$bench" make "$folder" >"$BENCH_WORK/made"
count=$(pick "$BENCH_WORK/made" files)
sleep 3 # what was written a moment ago is not settled

mirror() { "$bench" run "$folder" >"$BENCH_WORK/mirrored" || fail "mirror_bench failed"; }

curl_batches() {
  local section file first=yes n
  for section in "$folder"/*; do
    n=0
    for file in "$section"/*; do
      if ((n % 200 == 0)); then
        [ -n "$first" ] || echo next
        first=
        printf '%s\n' silent show-error fail "output=/dev/null" "header=\"Authorization: Bearer $token\"" \
          "url=\"$documents?section=$(basename "$section" | sed 's/ /%20/g')\""
      fi
      printf 'form="file=@%s"\n' "$file"
      n=$((n + 1))
    done
  done >"$BENCH_WORK/curl.config"
  curl -K "$BENCH_WORK/curl.config"
}

# asked METHOD END: how many such requests the service saw
asked() {
  curl -sSf -o "$BENCH_WORK/requests" "${FIELDDESK_BASE_URL%/*/*}/_control/requests"
  node -e 'const [file, method, end] = process.argv.slice(1);
    console.log(JSON.parse(require("fs").readFileSync(file, "utf8")).filter((r) => r.method === method && r.path.endsWith(end)).length)' \
    "$BENCH_WORK/requests" "$1" "$2"
}

stored() {
  curl -sSf -o "$BENCH_WORK/listed" -H "Authorization: Bearer $token" "$documents"
  node -e 'const pages = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    console.log(pages.filter((p) => p.section.startsWith("Tegninger ")).reduce((n, p) => n + p.files.length, 0))' "$BENCH_WORK/listed"
}

ours=() again=() peaks=() curls=() hashing=() one=()
hash_all() { find "$folder" -type f -print0 | xargs -0 sha256sum >/dev/null; }
find "$folder" -type f -exec cat {} + >"$BENCH_WORK/joined.bin"
curl_one_file() { curl -sSf -o /dev/null -H "Authorization: Bearer $token" -F "file=@$BENCH_WORK/joined.bin" "$documents?section=Bench"; }
for _ in $(seq "$ROUNDS"); do
  start_service demo --control
  timed mirror
  ours+=("$took")
  peaks+=("$(pick "$BENCH_WORK/mirrored" peakKiB)")
  tokens=$(asked POST /token) listings=$(asked GET /documents)
  timed mirror
  again+=("$took")
  curl_ready
  [ "$(stored)" = "$count" ] || fail "mirror: $(stored) of $count files are on the pages"
  stop_service
  start_service demo
  curl_ready
  timed curl_batches
  curls+=("$took")
  timed hash_all
  hashing+=("$took")
  timed curl_one_file
  one+=("$took")
  [ "$(stored)" = "$count" ] || fail "curl: $(stored) of $count files are on the pages"
  stop_service
done
rm -f "$BENCH_WORK/joined.bin"

# beside ROUNDS NAME COMMAND… : another program with the same folder, into an empty one
beside() {
  local rounds=$1 name=$2 times=()
  shift 2
  for _ in $(seq "$rounds"); do
    rm -rf "${copy:?}" && mkdir "$copy"
    timed "$@"
    times+=("$took")
    [ "$(find "$copy" -type f | wc -l)" = "$count" ] || fail "$name: not every file is there"
  done
  rm -rf "${copy:?}"
  peers+=(peer "$name" "$(median "${times[@]}")")
}

webdav() {
  local log=$BENCH_WORK/webdav.log at=
  rclone serve webdav --addr 127.0.0.1:0 "$copy" >"$log" 2>&1 &
  local server=$!
  until at=$(grep -om 1 'http://127[0-9.:]*' "$log"); do
    kill -0 "$server" 2>/dev/null || fail "rclone serve webdav did not start"
    sleep 0.05
  done
  RCLONE_CONFIG='' rclone copy --quiet --transfers 16 --webdav-url "$at" "$folder" :webdav:
  kill "$server" && wait "$server" || true
}

# What it remembers of the round before would be a folder that lost all its files, which it refuses to carry over.
first_unison() {
  rm -rf "$BENCH_WORK/unison"
  UNISON=$BENCH_WORK/unison UNISONLOCALHOSTNAME=localhost unison -batch -silent -auto "$folder" "$copy" 2>/dev/null
}

copy=$BENCH_WORK/copy
peers=()
if has rclone; then
  beside 1 "rclone to its own WebDAV server (one run)" webdav
fi
if has unison; then
  beside "$ROUNDS" "unison, into a plain folder" first_unison
fi
rm -rf "$folder"

row "first mirror of $count files, 503 MB" "$(median "${ours[@]}")" s "${peers[@]}" peer "curl, 200 files a request" "$(median "${curls[@]}")" \
  limit "sha256sum of all" "$(median "${hashing[@]}")" aim "<= 6" runs "$ROUNDS"
row "the same beside one POST of its bytes" "$(median "${ours[@]}")" s limit "one POST" "$(median "${one[@]}")" runs "$ROUNDS"
row "tokens it asked for" "$tokens" "" aim "= 1"
row "listings it asked for" "$listings" "" aim "= 1"
row "its peak memory" "$(mb "$(largest "${peaks[@]}")")" MB
row "the same folder again, nothing changed" "$(median "${again[@]}")" s runs "$ROUNDS"
