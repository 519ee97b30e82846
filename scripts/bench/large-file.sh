#!/usr/bin/env bash
# One large file: `fieldctl docs upload` beside `curl -F` and, as the limit, sha256sum. Peak memory of both ends.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

megabytes=${LARGE_MB:-2048}
file=$BENCH_WORK/large.bin
head -c "${megabytes}M" /dev/urandom >"$file"
size=$(quotient "$megabytes" 1024 '%.1f GB')

curl_upload() {
  curl -sSf -o /dev/null -H "Authorization: Bearer $token" -F "file=@$file" "$documents?section=Bench"
}

ours=() theirs=() hashing=() own_peak=() service_peaks=()
for _ in $(seq "$ROUNDS"); do
  # What an earlier round left for the disk to write is not this round's.
  sync
  start_service demo
  curl_ready
  timed curl_upload
  theirs+=("$took")
  stop_service

  sync
  start_service demo
  timed fieldctl_upload "$file"
  ours+=("$took")
  own_peak+=("$(cat "$BENCH_WORK/peak")")
  service_peaks+=("$(service_peak)")
  stop_service

  timed sha256sum "$file" >/dev/null
  hashing+=("$took")
done
rm -f "$file"

row "upload of one file of $size" "$(median "${ours[@]}")" s peer "curl -F" "$(median "${theirs[@]}")" \
  limit sha256sum "$(median "${hashing[@]}")" runs "$ROUNDS"
row "the same in times of curl" "$(quotient "$(median "${ours[@]}")" "$(median "${theirs[@]}")" '%.3f')" times aim "<= 1.1"
row "peak memory of fieldctl in it" "$(mb "$(largest "${own_peak[@]}")")" MB aim "<= 80"
row "peak memory of the service in it" "$(mb "$(largest "${service_peaks[@]}")")" MB aim "<= 80"
