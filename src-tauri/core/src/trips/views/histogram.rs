//! Bins of values, with round borders.

use super::{Distribution, DistributionBin};

/// About so many bins.
const BINS: f64 = 24.0;
/// Round borders are these times a power of ten apart.
const ROUND: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
/// Of a hundred values, so many on either side may lie outside the round bins.
const FAR_OUT: usize = 1;

/// How values spread; what is no number is left out.
pub(super) fn of(mut values: Vec<f64>, left_out: u64) -> Distribution {
    let given = values.len();
    values.retain(|value| value.is_finite());
    let mut spread = Distribution {
        counted: values.len() as u64,
        left_out: left_out + (given - values.len()) as u64,
        ..Distribution::default()
    };
    let Some(last) = values.len().checked_sub(1) else {
        return spread;
    };
    let far_out = last * FAR_OUT / 100;
    spread.median = Some(median(&mut values));
    let (low, high) = (nth(&mut values, far_out), nth(&mut values, last - far_out));
    let step = step(high - low);
    let begin = (low / step).floor();
    let count = bin_of(high, begin, step) + 1;
    #[expect(clippy::cast_precision_loss, reason = "a number of bins")]
    let border = |bin: usize| (begin + bin as f64) * step;
    let bin = |bin| DistributionBin {
        from: border(bin),
        to: border(bin + 1),
        trips: 0,
    };
    spread.bins = (0..count).map(bin).collect();
    for value in values {
        let at = bin_of(value, begin, step).min(count - 1);
        if let Some(bin) = spread.bins.get_mut(at) {
            if at == 0 {
                bin.from = bin.from.min(value);
            }
            if at + 1 == count && value >= bin.to {
                bin.to = ((value / step).floor() + 1.0) * step;
            }
            bin.trips += 1;
        }
    }
    spread
}

/// The bin of a value; the first for one that is lower.
fn bin_of(value: f64, begin: f64, step: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a value far out is in the last bin"
    )]
    let bin = ((value / step).floor() - begin).max(0.0) as usize;
    bin
}

/// A round number that fits some dozen times into a width.
fn step(width: f64) -> f64 {
    let exact = width / BINS;
    if exact <= 0.0 || !exact.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(exact.log10().floor());
    let rounds = ROUND.into_iter().map(|round| round * power);
    rounds
        .into_iter()
        .find(|round| *round >= exact)
        .unwrap_or(10.0 * power)
}

fn nth(values: &mut [f64], place: usize) -> f64 {
    *values.select_nth_unstable_by(place, f64::total_cmp).1
}

fn median(values: &mut [f64]) -> f64 {
    let (middle, is_even) = (values.len() / 2, values.len().is_multiple_of(2));
    let (before, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let upper = *upper;
    let lower = before.iter().copied().max_by(f64::total_cmp);
    match lower {
        Some(lower) if is_even => f64::midpoint(lower, upper),
        _ => upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_hold_every_value_once() {
        let values: Vec<f64> = (0..1000).map(|n| f64::from(n) / 10.0).collect();
        let spread = of(values.clone(), 3);
        assert_eq!((spread.counted, spread.left_out), (1000, 3));
        assert_eq!(spread.median, Some(49.95));
        let all: u64 = spread.bins.iter().map(|bin| bin.trips).sum();
        assert_eq!(all, 1000);
        for pair in spread.bins.windows(2) {
            assert_eq!(pair[0].to, pair[1].from);
        }
        for bin in &spread.bins {
            let within = values
                .iter()
                .filter(|value| (bin.from..bin.to).contains(value));
            assert_eq!(within.count() as u64, bin.trips, "{bin:?}");
            assert_eq!(bin.from % 5.0, 0.0, "{bin:?}");
        }
    }

    #[test]
    fn a_value_far_out_widens_the_last_bin_alone() {
        let mut values: Vec<f64> = (0..1000).map(|n| f64::from(n % 100)).collect();
        values.push(1_000_000.0);
        values.push(f64::NAN);
        let spread = of(values, 0);
        assert!(spread.bins.len() < 40, "{}", spread.bins.len());
        assert!(spread.bins.last().unwrap().to > 1_000_000.0);
        assert_eq!((spread.counted, spread.left_out), (1001, 1));
    }

    #[test]
    fn one_value_and_no_value_are_told() {
        assert_eq!(of(Vec::new(), 2).median, None);
        let one = of(vec![7.0; 5], 0);
        assert_eq!((one.median, one.bins.len()), (Some(7.0), 1));
        assert_eq!(one.bins[0].trips, 5);
    }
}
