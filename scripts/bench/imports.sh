#!/usr/bin/env bash
# Two thousand machines from a CSV: `fieldctl machines import` creates them, changes them, takes the change back,
# beside one curl that keeps its connection and sends a request a machine. Then a plan of 100,000 rows.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

machines=${MACHINES:-2000}
rows=${IMPORT_ROWS:-100000}
file=$BENCH_WORK/machines.csv

# list PREFIX NAME COUNT: a file as a Norwegian spreadsheet writes it, in $file.
list() {
  awk -v prefix="$1" -v name="$2" -v count="$3" 'BEGIN {
    print "Nummer;Navn;Aktiv;Timer;Siste service;Forbruk;Enhet;Drivstoff"
    for (i = 0; i < count; i++) printf "%s-%d;%s %d;ja;%d,5;14.09.2026;14,2;L/time;anleggsdiesel\n", prefix, i, name, i, i
  }' >"$file"
}

# fieldctl_machines ARGUMENT… : its answer in $BENCH_WORK/imported
fieldctl_machines() {
  "$release/fieldctl" machines "$@" --json >"$BENCH_WORK/imported" 2>"$BENCH_WORK/fieldctl.log" ||
    { tail -n 5 "$BENCH_WORK/fieldctl.log" >&2; fail "fieldctl machines $1 failed"; }
}

curl_create() {
  local company
  company=$(ready environments.test.companyId)
  awk -v count="$machines" -v company="$company" -v url="$FIELDDESK_BASE_URL/api/v4/integration/machines" -v token="$token" 'BEGIN {
    for (i = 0; i < count; i++) {
      if (i > 0) print "next"
      print "silent\nshow-error\nfail\noutput=/dev/null\nheader=\"Authorization: Bearer " token "\"\nheader=\"Content-Type: application/json\""
      printf "data=\"{\\\"companyId\\\":\\\"%s\\\",\\\"machineNumber\\\":\\\"curl-%d\\\",\\\"name\\\":\\\"Dumper %d\\\"}\"\nurl=\"%s\"\n", company, i, i, url
    }
  }' >"$BENCH_WORK/curl.config"
  curl -K "$BENCH_WORK/curl.config"
}

created=() changed=() reverted=() beside=()
for _ in $(seq "$ROUNDS"); do
  start_service demo
  curl_ready
  timed curl_create
  beside+=("$took")
  list A Dumper "$machines"
  timed fieldctl_machines import "$file"
  created+=("$took")
  list A Hjullaster "$machines"
  timed fieldctl_machines import "$file" --revert-file "$BENCH_WORK/back.json"
  changed+=("$took")
  timed fieldctl_machines revert "$BENCH_WORK/back.json"
  reverted+=("$took")
  rm -f "$BENCH_WORK/back.json"
  [ "${#created[@]}" -lt "$ROUNDS" ] || { list B Dumper "$rows" && timed fieldctl_machines import "$file" --dry-run; }
  stop_service
done
planned=$took

row "$machines machines imported, new" "$(median "${created[@]}")" s \
  peer "one curl, a request each" "$(median "${beside[@]}")" aim "<= 5" runs "$ROUNDS"
row "$machines machines imported, changed" "$(median "${changed[@]}")" s aim "<= 5" runs "$ROUNDS"
row "the change taken back" "$(median "${reverted[@]}")" s runs "$ROUNDS"
row "plan of $rows rows" "$planned" s runs 1
