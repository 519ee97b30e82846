//! What the seeded fleet is made of: machine types, models and equipment as the makers sell
//! them. Weights in kg, rates in the unit of the fuel.

use fielddesk_model::{FuelConsumptionUnit as Unit, FuelType};

/// Type id, name, the first two digits of its numbers.
pub(super) const TYPES: &[(&str, &str, u32)] = &[
    ("hjullaster", "Hjullaster", 21),
    ("beltemaskin", "Beltegraver", 31),
    ("hjulgraver", "Hjulgraver", 32),
    ("dumper", "Dumper", 41),
    ("minidumper", "Minidumper", 43),
    ("lastebil", "Lastebil", 51),
    ("tippbil", "Tippbil", 52),
    ("bil", "Varebil", 61),
    ("firmabil", "Firmabil", 62),
    ("traktor", "Traktor", 71),
    ("vals", "Vals", 81),
    ("borerigg", "Borerigg", 91),
];

/// The types of the unrelated company.
pub(super) const FOREIGN_TYPES: &[(&str, &str, u32)] = &[
    ("hjullastare", "Hjullastare", 1),
    ("grävmaskin", "Grävmaskin", 2),
];

/// A model that the company owns.
pub(super) struct Model {
    pub(super) type_id: &'static str,
    pub(super) name: &'static str,
    pub(super) weight: f64,
    /// Bucket in m³; payload in tonnes of what hauls; none of cars.
    pub(super) capacity: Option<f64>,
    pub(super) emission_class: &'static str,
    /// Fuel, unit and rate; none where nobody has entered them.
    pub(super) fuel: Option<(FuelType, Unit, f64)>,
    /// Sales price an hour, in kroner.
    pub(super) price: f64,
    /// How many stand in the demo.
    pub(super) count: usize,
}

const fn model(
    type_id: &'static str,
    name: &'static str,
    (weight, capacity): (f64, Option<f64>),
    emission_class: &'static str,
    fuel: Option<(FuelType, Unit, f64)>,
    (price, count): (f64, usize),
) -> Model {
    Model {
        type_id,
        name,
        weight,
        capacity,
        emission_class,
        fuel,
        price,
        count,
    }
}

const fn dyed(rate: f64) -> Option<(FuelType, Unit, f64)> {
    Some((FuelType::DyedDiesel, Unit::LitresPerHour, rate))
}

const fn road(rate: f64) -> Option<(FuelType, Unit, f64)> {
    Some((FuelType::Diesel, Unit::LitresPerKilometre, rate))
}

const fn battery(rate: f64) -> Option<(FuelType, Unit, f64)> {
    Some((FuelType::Electric, Unit::KilowattHoursPerHour, rate))
}

/// Of the company, most wanted first; a smaller seed takes the first of each type.
#[rustfmt::skip]
pub(super) const MODELS: &[Model] = &[
    model("hjullaster", "Volvo L120H", (19_800.0, Some(3.6)), "Stage V", dyed(15.5), (980.0, 2)),
    model("hjullaster", "Volvo L90H", (15_200.0, Some(3.0)), "Stage IV", dyed(12.0), (890.0, 1)),
    model("hjullaster", "Caterpillar 966 XE", (23_500.0, Some(4.2)), "Stage V", dyed(16.8), (1_080.0, 1)),
    model("hjullaster", "Volvo L25 Electric", (5_000.0, Some(0.9)), "Zero emission", battery(9.5), (720.0, 1)),
    model("beltemaskin", "Volvo EC220E", (22_600.0, Some(1.3)), "Stage V", dyed(14.0), (1_150.0, 2)),
    model("beltemaskin", "Hitachi ZX225USLC-7", (24_900.0, Some(1.2)), "Stage V", dyed(14.6), (1_170.0, 2)),
    model("beltemaskin", "Caterpillar 336", (37_200.0, Some(2.4)), "Stage V", dyed(24.5), (1_480.0, 2)),
    model("beltemaskin", "Komatsu PC490LC-11", (49_600.0, Some(3.2)), "Stage V", dyed(33.0), (1_790.0, 1)),
    model("beltemaskin", "Volvo ECR88D", (8_900.0, Some(0.3)), "Stage IIIA", dyed(6.4), (860.0, 1)),
    model("beltemaskin", "Volvo EC230 Electric", (26_000.0, Some(1.3)), "Zero emission", battery(48.0), (1_390.0, 1)),
    model("hjulgraver", "Volvo EWR170E", (18_700.0, Some(0.9)), "Stage V", dyed(11.2), (1_090.0, 2)),
    model("hjulgraver", "Liebherr A 914 Compact", (16_900.0, Some(0.8)), "Stage V", dyed(10.6), (1_060.0, 1)),
    model("hjulgraver", "Hitachi ZX155W-7", (17_600.0, Some(0.8)), "Stage V", None, (1_070.0, 1)),
    model("dumper", "Volvo A30G", (23_500.0, Some(29.0)), "Stage V", dyed(18.5), (1_190.0, 3)),
    model("dumper", "Volvo A40G", (30_100.0, Some(39.0)), "Stage IV", dyed(25.0), (1_420.0, 2)),
    model("dumper", "Bell B30E", (19_700.0, Some(28.0)), "Stage V", dyed(17.2), (1_160.0, 1)),
    model("dumper", "Hydrema 922G", (16_600.0, Some(20.0)), "Stage V", dyed(13.5), (1_090.0, 2)),
    model("minidumper", "Bergmann C805s", (4_300.0, Some(5.0)), "Stage V", dyed(4.8), (560.0, 1)),
    model("minidumper", "Wacker Neuson DW15e", (1_350.0, Some(1.5)), "Zero emission", battery(2.6), (420.0, 1)),
    model("lastebil", "Scania R 540 B8x4 krok", (15_900.0, Some(16.0)), "Euro VI", road(0.48), (1_040.0, 2)),
    model("lastebil", "Volvo FH16 650 8x4 kran", (19_200.0, Some(12.0)), "Euro VI", road(0.52), (1_180.0, 1)),
    model("tippbil", "Volvo FMX 540 8x4", (14_300.0, Some(18.0)), "Euro VI", road(0.46), (1_020.0, 3)),
    model("tippbil", "Scania G 500 XT 8x4", (14_100.0, Some(18.0)), "Euro VI", road(0.45), (1_010.0, 2)),
    model("tippbil", "Volvo FMX Electric 8x4", (16_800.0, Some(15.0)), "Zero emission",
          Some((FuelType::Electric, Unit::KilowattHoursPerKilometre, 1.65)), (1_140.0, 1)),
    model("bil", "Volkswagen Transporter 2.0 TDI", (2_150.0, None), "Euro 6", road(0.08), (260.0, 2)),
    model("bil", "Ford E-Transit", (2_680.0, None), "Zero emission",
          Some((FuelType::Electric, Unit::KilowattHoursPerKilometre, 0.29)), (280.0, 1)),
    model("firmabil", "Toyota Hilux 2.8 D-4D", (2_220.0, None), "Euro 6", road(0.09), (290.0, 2)),
    model("firmabil", "Škoda Enyaq 85x", (2_240.0, None), "Zero emission", None, (300.0, 1)),
    model("traktor", "Valtra T235", (7_300.0, None), "Stage V", dyed(13.0), (760.0, 1)),
    model("traktor", "Fendt 724 Vario", (8_500.0, None), "Stage V", dyed(14.5), (790.0, 1)),
    model("vals", "Dynapac CA2500D", (10_600.0, None), "Stage V", dyed(9.0), (690.0, 1)),
    model("vals", "Hamm HD+ 90i", (9_300.0, None), "Stage V", None, (670.0, 1)),
];

/// Of the subsidiary.
#[rustfmt::skip]
pub(super) const DRILLING: &[Model] = &[
    model("borerigg", "Epiroc FlexiROC D50", (23_300.0, None), "Stage V", dyed(36.0), (2_150.0, 1)),
    model("borerigg", "Sandvik Ranger DX900i", (16_700.0, None), "Stage V", dyed(27.0), (1_980.0, 1)),
    model("beltemaskin", "Caterpillar 352", (50_800.0, Some(3.2)), "Stage V", dyed(34.0), (1_820.0, 1)),
    model("dumper", "Volvo A30G", (23_500.0, Some(29.0)), "Stage V", dyed(18.5), (1_190.0, 2)),
    model("firmabil", "Toyota Hilux 2.8 D-4D", (2_220.0, None), "Euro 6", road(0.09), (290.0, 1)),
];

/// Of the unrelated company.
#[rustfmt::skip]
pub(super) const FOREIGN: &[Model] = &[
    model("hjullastare", "Volvo L90H", (15_200.0, Some(3.0)), "Steg IV", dyed(12.0), (850.0, 1)),
    model("grävmaskin", "Volvo EC220E", (22_600.0, Some(1.3)), "Steg V", dyed(14.0), (1_100.0, 1)),
];

/// Equipment: what it hangs on, kind, name, weight, capacity in m³.
pub(super) struct Attachment {
    pub(super) on: &'static str,
    pub(super) kind: &'static str,
    pub(super) name: &'static str,
    pub(super) weight: f64,
    pub(super) capacity: Option<f64>,
}

const fn attachment(
    on: &'static str,
    kind: &'static str,
    name: &'static str,
    weight: f64,
    capacity: Option<f64>,
) -> Attachment {
    Attachment {
        on,
        kind,
        name,
        weight,
        capacity,
    }
}

#[rustfmt::skip]
pub(super) const EQUIPMENT: &[Attachment] = &[
    attachment("beltemaskin", "tiltrotator", "Rototilt R6 tiltrotator", 615.0, None),
    attachment("beltemaskin", "skuff", "Graveskuff 120 cm S70", 980.0, Some(1.2)),
    attachment("beltemaskin", "skuff", "Pusseskuff 180 cm S70", 860.0, Some(1.0)),
    attachment("beltemaskin", "hammer", "Epiroc HB 2000 hydraulikkhammer", 2_000.0, None),
    attachment("beltemaskin", "ripper", "Rippertann S80", 740.0, None),
    attachment("hjulgraver", "tiltrotator", "Engcon EC219 tiltrotator", 480.0, None),
    attachment("hjulgraver", "skuff", "Kabelskuff 40 cm S60", 310.0, Some(0.25)),
    attachment("hjulgraver", "kutter", "Asfaltkutter Simex T400", 690.0, None),
    attachment("hjullaster", "skuff", "Lettmasseskuff 5 m³", 1_900.0, Some(5.0)),
    attachment("hjullaster", "gafler", "Pallegafler 1500 mm", 520.0, None),
    attachment("hjullaster", "plog", "Meiren VTS4 vikeplog", 1_350.0, None),
    attachment("lastebil", "krok", "Krokcontainer 22 m³", 2_400.0, Some(22.0)),
    attachment("traktor", "henger", "Maskinhenger 24 t", 6_100.0, None),
    attachment("traktor", "kost", "Feiekost 2,5 m", 610.0, None),
];
