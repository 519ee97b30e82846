//! Suites that fakes and real ones must pass alike, so that the fakes cannot drift.
