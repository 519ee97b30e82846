#!/usr/bin/env bash
# Many small files: `fieldctl docs upload` beside curl with one request a file, once as a loop of curl commands
# (what a script does) and once as one curl that keeps its connection (the best curl can do that way).
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

count=${MANY:-1000}
folder=$BENCH_WORK/many
mkdir -p "$folder"
for i in $(seq "$count"); do head -c 51200 /dev/urandom >"$folder/drawing-$i.pdf"; done

curl_loop() {
  local file
  for file in "$folder"/*; do
    curl -sSf -o /dev/null -H "Authorization: Bearer $token" -F "file=@$file" "$documents?section=Bench"
  done
}

curl_one_connection() {
  local file first=yes
  for file in "$folder"/*; do
    [ -n "$first" ] || echo next
    first=
    printf '%s\n' silent show-error fail "output=/dev/null" "header=\"Authorization: Bearer $token\"" \
      "form=\"file=@$file\"" "url=\"$documents?section=Bench\""
  done >"$BENCH_WORK/curl.config"
  curl -K "$BENCH_WORK/curl.config"
}

# The same bytes as one file in one request.
curl_one_file() { curl -sSf -o /dev/null -H "Authorization: Bearer $token" -F "file=@$BENCH_WORK/joined.pdf" "$documents?section=Bench"; }
cat "$folder"/* >"$BENCH_WORK/joined.pdf"

stored() {
  local listed=$BENCH_WORK/listed
  curl -sSf -o "$listed" -H "Authorization: Bearer $token" "$documents"
  node -e 'const pages = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    console.log(pages.filter((p) => p.section === "Bench").reduce((n, p) => n + p.files.length, 0))' "$listed"
}

ours=() loops=() kept=() one=()
for _ in $(seq "$ROUNDS"); do
  for way in curl_loop curl_one_connection fieldctl; do
    start_service demo
    curl_ready
    case $way in
      curl_loop) timed curl_loop && loops+=("$took") ;;
      curl_one_connection) timed curl_one_connection && kept+=("$took") ;;
      fieldctl) timed fieldctl_upload "$folder"/* && ours+=("$took") ;;
    esac
    [ "$(stored)" = "$count" ] || fail "$way: $(stored) of $count files are on the page"
    if [ "$way" = fieldctl ]; then timed curl_one_file && one+=("$took"); fi
    stop_service
  done
done
rm -rf "$folder" "$BENCH_WORK/joined.pdf"

row "upload of $count files of 50 KB" "$(median "${ours[@]}")" s peer "curl, a request a file" "$(median "${loops[@]}")" \
  peer "one curl, kept connection" "$(median "${kept[@]}")" limit "one POST of the same bytes" "$(median "${one[@]}")" runs "$ROUNDS"
row "faster than curl, a request a file" "$(quotient "$(median "${loops[@]}")" "$(median "${ours[@]}")" '%.2f')" times aim ">= 5"
