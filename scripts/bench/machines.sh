#!/usr/bin/env bash
# The grid's fleet on 2,000 machines: the first rows of a new session from its cache, a block of 200 machines with at most
# eight requests at a time beside curl sending the same 200 PATCHes eight at a time, a cell of each edited, a save of 200.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bench=$release/examples/fleet_bench
start_service large
curl_ready
"$bench" refresh >/dev/null

# step NAME… : the seconds of the last of them
step() { "$bench" "$@" | tail -n 1 | cut -f 2; }

curl_block() {
  xargs -P 8 -n 25 curl -sSf -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -d '{"blockCheckIn":true,"blockCheckInMessage":"Bench"}' <"$BENCH_WORK/addresses" >/dev/null
}
curl -sSf -H "Authorization: Bearer $token" "$FIELDDESK_BASE_URL/api/v4/integration/machines" -o "$BENCH_WORK/fleet"
node -e 'const all = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).filter((m) => !m.isEquipment && !m.blockCheckIn);
  for (const m of all.slice(-200)) console.log(`${process.argv[2]}/api/v4/integration/machines/${m.id}`)' \
  "$BENCH_WORK/fleet" "$FIELDDESK_BASE_URL" >"$BENCH_WORK/addresses"

first=() block=() beside=() edit=() save=()
for ((round = 0; round < ROUNDS; round++)); do
  first+=("$(step first)")
  block+=("$(step block)")
  timed curl_block
  beside+=("$took")
  step release >/dev/null
  edit+=("$(step edit)")
  save+=("$(step save)")
done
row "first rows of 2,000 cached machines" "$(median "${first[@]}")" s aim "<= 0.3" runs "$ROUNDS"
row "200 machines blocked, 8 requests at a time" "$(median "${block[@]}")" s \
  peer "curl, 8 at a time" "$(median "${beside[@]}")" aim "<= 2" runs "$ROUNDS"
row "a cell of 2,000 machines edited" "$(median "${edit[@]}")" s runs "$ROUNDS"
row "200 edited machines saved, arrays" "$(median "${save[@]}")" s runs "$ROUNDS"
