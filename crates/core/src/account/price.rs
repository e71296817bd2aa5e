//! What a cache miss costs.

use thiserror::Error;

/// Prices of input tokens, in any currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// For a million tokens that the cache serves.
    cached: f64,
    /// For a million tokens that are processed anew.
    uncached: f64,
}

/// A price that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{field} must be a finite number of at least 0; give the price of a million tokens")]
pub struct PriceError {
    /// Path of the field.
    pub field: &'static str,
}

/// What the stable prefix of a prompt costs in one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// As it is now, with the miss.
    pub actual: f64,
    /// As it would be if the cache had served all of it.
    pub expected: f64,
    /// What the miss adds: `actual - expected`.
    pub extra: f64,
}

impl Price {
    /// Checks prices for a million tokens.
    pub fn new(cached: f64, uncached: f64) -> Result<Self, PriceError> {
        let is_price = |price: f64| price.is_finite() && price >= 0.0;
        if !is_price(cached) {
            return Err(PriceError { field: "price.cachedPerMillion" });
        }
        if !is_price(uncached) {
            return Err(PriceError { field: "price.uncachedPerMillion" });
        }
        Ok(Self { cached, uncached })
    }

    /// What a stable prefix costs of which the cache serves `served` tokens and misses `missed`.
    #[expect(clippy::cast_precision_loss, reason = "prompts have far fewer than 2^53 tokens")]
    pub(super) fn cost(self, served: u64, missed: u64) -> Cost {
        let million = 1e6;
        let (served, missed) = (served as f64 / million, missed as f64 / million);
        let actual = served * self.cached + missed * self.uncached;
        let expected = (served + missed) * self.cached;
        Cost { actual, expected, extra: missed * (self.uncached - self.cached) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_costs_the_difference_of_the_prices() {
        let cost = Price::new(0.3, 3.0).unwrap().cost(1_000_000, 2_000_000);
        assert!((cost.actual - 6.3).abs() < 1e-9);
        assert!((cost.expected - 0.9).abs() < 1e-9);
        assert!((cost.extra - 5.4).abs() < 1e-9);
    }

    #[test]
    fn prices_are_finite_and_not_negative() {
        for (cached, uncached, field) in [
            (f64::NAN, 1.0, "price.cachedPerMillion"),
            (-0.1, 1.0, "price.cachedPerMillion"),
            (0.1, f64::INFINITY, "price.uncachedPerMillion"),
        ] {
            assert_eq!(Price::new(cached, uncached), Err(PriceError { field }));
        }
        assert!(Price::new(0.0, 0.0).is_ok());
    }
}
