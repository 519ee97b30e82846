//! The fields of a trip with their kinds: one list for reading, storing and exporting.

/// How a field's values are read, stored and exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A text that repeats from trip to trip, so it is stored once.
    Word,
    /// A text of its own in nearly every trip.
    Text,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no.
    Flag,
    /// An instant; milliseconds since 1970.
    Instant,
    /// `[latitude, longitude]` in degrees.
    Coordinates,
}

macro_rules! fields {
    ($($name:ident $wire:literal $kind:ident;)*) => {
        /// A field of a trip (specification: Mass transport trip), in the order of the
        /// specification's record.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the wire names say what each one is")]
        pub enum TripField { $($name),* }

        impl TripField {
            /// Every field, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $wire),* }
            }

            /// How its values are read, stored and exported.
            #[must_use]
            pub const fn kind(self) -> FieldKind {
                match self { $(Self::$name => FieldKind::$kind),* }
            }

            /// The field of a name on the wire, whatever its case.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                match name {
                    $($wire => Some(Self::$name),)*
                    _ => Self::ALL
                        .iter()
                        .find(|field| field.name().eq_ignore_ascii_case(name))
                        .copied(),
                }
            }
        }
    };
}

fields! {
    Id "id" Text;
    ProjectCompanyName "projectCompanyName" Word;
    ProjectCompanyId "projectCompanyId" Word;
    ProjectId "projectId" Word;
    ProjectName "projectName" Word;
    ProjectNumber "projectNumber" Word;
    ProjectExternalNumber "projectExternalNumber" Word;
    TaskId "taskId" Word;
    TaskName "taskName" Word;
    TaskWbsNumber "taskWbsNumber" Word;
    TaskExternalDim01 "taskExternalDim01" Word;
    MassType "massType" Word;
    MassTypeId "massTypeId" Word;
    Quantity "quantity" Number;
    QuantityM3 "quantityM3" Number;
    VerifiedQuantity "verifiedQuantity" Number;
    RegisteredQuantity "registeredQuantity" Number;
    UnitOfMeasureText "unitOfMeasureText" Word;
    LoadDateTime "loadDateTime" Instant;
    DumpDateTime "dumpDateTime" Instant;
    TotalCycleTimeHours "totalCycleTimeHours" Number;
    TotalCycleTimeSeconds "totalCycleTimeSeconds" Whole;
    M3PerHour "m3PerHour" Number;
    UtilizationRate "utilizationRate" Number;
    Distance "distance" Number;
    DistanceAccumulated "distanceAccumulated" Number;
    AverageSpeedKmh "averageSpeedKmh" Number;
    LoadLocationName "loadLocationName" Word;
    DumpLocationName "dumpLocationName" Word;
    LoadLocationId "loadLocationId" Word;
    DumpLocationId "dumpLocationId" Word;
    LoadCoordinates "loadCoordinates" Coordinates;
    DumpCoordinates "dumpCoordinates" Coordinates;
    DumperId "dumperId" Word;
    DumperName "dumperName" Word;
    DumperNumber "dumperNumber" Word;
    DumperRegistrationNumber "dumperRegistrationNumber" Word;
    DumperDriverName "dumperDriverName" Word;
    DumperDriverId "dumperDriverId" Word;
    DumperDriverCompanyName "dumperDriverCompanyName" Word;
    LoaderId "loaderId" Word;
    LoaderName "loaderName" Word;
    LoaderNumber "loaderNumber" Word;
    LoaderDriverName "loaderDriverName" Word;
    Verified "verified" Flag;
    Approved "approved" Flag;
    Invoiced "invoiced" Flag;
    ReceiptNumber "receiptNumber" Text;
    CustomerName "customerName" Word;
    Comment "comment" Text;
    Trailer "trailer" Flag;
    IsFlowData "isFlowData" Flag;
    ModifiedDateTime "modifiedDateTime" Instant;
    IsDeleted "isDeleted" Flag;
    DeletedDateTime "deletedDateTime" Instant;
}

/// How many fields there are.
pub(crate) const COUNT: usize = TripField::ALL.len();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_that_of_the_record() {
        let names: Vec<&str> = TripField::ALL.iter().map(|field| field.name()).collect();
        assert_eq!(names, fielddesk_model::Trip::FIELDS);
    }

    #[test]
    fn a_name_is_found_in_any_case() {
        assert_eq!(
            TripField::of_name("QuantityM3"),
            Some(TripField::QuantityM3)
        );
        assert_eq!(TripField::of_name("quantity_m3"), None);
    }
}
