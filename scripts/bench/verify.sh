#!/usr/bin/env bash
# 1,000 files of 50 KB compared with their documents byte by byte (`fieldctl sync verify`), beside one curl that fetches
# them over one kept connection, and then hashing of what it fetched.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

count=${MANY:-1000}
folder=$BENCH_WORK/verified
mkdir -p "$folder" "$BENCH_WORK/fetched"
for i in $(seq "$count"); do head -c 51200 /dev/urandom >"$folder/drawing-$i.pdf"; done
sleep 3 # what was written a moment ago is not settled
start_service demo
curl_ready
"$release/fieldctl" sync add "$folder" --project P-2026-001 --section Bench --json >/dev/null
"$release/fieldctl" sync run --once >/dev/null 2>"$BENCH_WORK/fieldctl.log" || fail "the first run failed"
curl -sSf -o "$BENCH_WORK/listed" -H "Authorization: Bearer $token" "$documents"
node -e 'const [listed, url, token, to] = process.argv.slice(1);
  const pages = JSON.parse(require("fs").readFileSync(listed, "utf8"));
  const ids = pages.filter((p) => p.section === "Bench").flatMap((p) => p.files).map((f) => f.fileReferenceId);
  console.log(ids.map((id) => `silent\nshow-error\nfail\nheader="Authorization: Bearer ${token}"\noutput="${to}/${id}"\nurl="${url}/${id}"`).join("\nnext\n"))' \
  "$BENCH_WORK/listed" "$documents" "$token" "$BENCH_WORK/fetched" >"$BENCH_WORK/curl.config"
curl_and_hash() { curl -K "$BENCH_WORK/curl.config" && find "$BENCH_WORK/fetched" -type f -exec sha256sum {} + >/dev/null; }

ours=() curls=()
for _ in $(seq "$ROUNDS"); do
  timed "$release/fieldctl" sync verify "$folder" >/dev/null
  ours+=("$took")
  timed curl_and_hash
  curls+=("$took")
done
stop_service
rm -rf "$folder" "$BENCH_WORK/fetched"
row "$count documents of 50 KB fetched and verified" "$(median "${ours[@]}")" s \
  peer "one curl, then sha256sum" "$(median "${curls[@]}")" runs "$ROUNDS"
