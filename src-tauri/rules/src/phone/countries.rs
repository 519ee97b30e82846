//! Countries and the codes that their phone numbers begin with. Pure data.

/// Two letters of each country (ISO 3166-1) with its code (ITU E.164).
const COUNTRIES: &str = "\
AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 \
BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 \
BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 \
CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 \
FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 \
GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 \
IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 \
KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 \
MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 \
MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 \
PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 \
SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 \
SV503 SX1 SY963 SZ268 TA290 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 \
TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 \
YE967 YT262 ZA27 ZM260 ZW263";

/// Countries with the code of each.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    COUNTRIES.split_whitespace().map(|one| one.split_at(2))
}

/// Returns the two letters of every country.
pub fn countries() -> impl Iterator<Item = &'static str> {
    all().map(|(country, _)| country)
}

/// Returns the code of a country of two letters, whatever their case.
#[must_use]
pub fn code_of(country: &str) -> Option<&'static str> {
    let country = country.trim();
    let found = all().find(|(letters, _)| letters.eq_ignore_ascii_case(country));
    found.map(|(_, code)| code)
}

/// Returns the country of a region such as `nb-NO` or `en_GB.UTF-8`.
#[must_use]
pub fn country_of(region: &str) -> Option<&'static str> {
    let tag = region.split(['.', '@']).next().unwrap_or_default();
    let mut parts = tag.split(['-', '_']).skip(1);
    parts.find_map(|part| countries().find(|country| country.eq_ignore_ascii_case(part)))
}

/// The code that the digits of an international number begin with: no code begins another.
pub(super) fn code_in(digits: &str) -> Option<&'static str> {
    let mut codes = all().map(|(_, code)| code);
    codes.find(|code| digits.starts_with(code))
}

/// The digits of a national number without the zero in front; those of countries whose plan is
/// not known here are taken as they come.
pub(super) fn digits_of(code: &str) -> std::ops::RangeInclusive<usize> {
    match code {
        "45" | "47" => 8..=8,
        "1" => 10..=10,
        "354" => 7..=9,
        "48" => 9..=9,
        "371" | "370" => 8..=8,
        "372" => 7..=8,
        "46" => 7..=9,
        _ => 5..=12,
    }
}

/// True where a national number is written with a zero in front, which is left out behind the
/// code.
pub(super) fn has_zero_in_front(code: &str) -> bool {
    !matches!(
        code,
        "1" | "34" | "39" | "45" | "47" | "48" | "352" | "354" | "371" | "372" | "420"
    )
}
