//! What is hauled, and where on a site it comes from and goes to.

/// A mass type: name, unit, thousandths of a tonne a loose cubic metre.
pub(super) struct Mass {
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) density: i64,
}

/// Weighed masses are counted in tonnes, dug ones by volume.
pub(super) const TONNES: &str = "tonn";

const fn mass(name: &'static str, unit: &'static str, density: i64) -> Mass {
    Mass {
        name,
        unit,
        density,
    }
}

pub(super) const MASSES: &[Mass] = &[
    mass("Sprengstein", TONNES, 1_800),
    mass("Jordmasser", "m³", 1_500),
    mass("Matjord", "m³", 1_250),
    mass("Leire", "m³", 1_650),
    mass("Pukk 22/120", TONNES, 1_550),
    mass("Forsterkningslag 0/180", TONNES, 1_750),
    mass("Bærelag Fk 0/32", TONNES, 1_850),
    mass("Forurensede masser", TONNES, 1_600),
];

/// A way that masses take on a site.
pub(super) struct Haul {
    /// Position in [`MASSES`].
    pub(super) mass: usize,
    /// Name and share of the road's length.
    pub(super) load: (&'static str, f64),
    /// Name and share of the road's length.
    pub(super) dump: (&'static str, f64),
    /// A tip site or quarry with a weighbridge hands out receipts.
    pub(super) receipts: bool,
}

const fn haul(
    mass: usize,
    load: (&'static str, f64),
    dump: (&'static str, f64),
    receipts: bool,
) -> Haul {
    Haul {
        mass,
        load,
        dump,
        receipts,
    }
}

const CUT: (&str, f64) = ("Skjæring", 0.08);
const HILL: (&str, f64) = ("Haug", 0.31);
const FILL: (&str, f64) = ("Fylling", 0.64);
const BANK: (&str, f64) = ("Støyvoll", 0.78);
const TIP: (&str, f64) = ("Deponi", 0.97);
const QUARRY: (&str, f64) = ("Knuseverk", 0.02);
const ROADBED: (&str, f64) = ("Vegkropp", 0.52);

/// The ways of a site, in the order in which a site is built.
pub(super) const HAULS: &[Haul] = &[
    haul(1, HILL, TIP, true),
    haul(0, CUT, FILL, false),
    haul(2, HILL, BANK, false),
    haul(0, CUT, TIP, true),
    haul(3, HILL, TIP, true),
    haul(5, QUARRY, ROADBED, false),
    haul(4, QUARRY, FILL, false),
    haul(6, QUARRY, ROADBED, true),
    haul(7, HILL, TIP, true),
];

/// What drivers write, now and then.
pub(super) const COMMENTS: &[&str] = &[
    "Ventet på lasting",
    "Stein i dumperkassa, tømt to ganger",
    "Mye vann i massene",
    "Kjørt om vegen ved kai, stengt bru",
    "Lass tatt fra mellomlager",
    "Glatt i bakken, redusert lass",
    "Kø på vekta",
];
