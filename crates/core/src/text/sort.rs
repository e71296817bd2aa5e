//! `Array.prototype.sort` for comparisons that are not an order.
//!
//! The peer compares file names in a way that is not transitive when names differ but collate as equal. Then
//! the result depends on the algorithm, so this follows the published one of V8 for short arrays: find the
//! first run, then insert each further item by binary search. With a true order it is any stable sort.

use std::cmp::Ordering;

/// Sorts as V8 sorts an array of fewer than 64 items.
pub fn sort_like_v8<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for next in first_run(items, &compare)..items.len() {
        let (mut left, mut right) = (0, next);
        while left < right {
            let middle = left + (right - left) / 2;
            if compare(&items[next], &items[middle]).is_lt() {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        items[left..=next].rotate_right(1);
    }
}

/// Length of the ascending run at the front; a strictly descending one is turned round first.
fn first_run<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> usize {
    if items.len() < 2 {
        return items.len();
    }
    let descending = compare(&items[1], &items[0]).is_lt();
    let goes_on = |pair: &[T]| compare(&pair[1], &pair[0]).is_lt() == descending;
    let length = 2 + items[1..].windows(2).take_while(|pair| goes_on(pair)).count();
    if descending {
        items[..length].reverse();
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_true_order_is_sorted_stably() {
        let mut items = [(3, 'a'), (1, 'a'), (3, 'b'), (2, 'a'), (1, 'b')];
        sort_like_v8(&mut items, |left, right| left.0.cmp(&right.0));
        assert_eq!(items, [(1, 'a'), (1, 'b'), (2, 'a'), (3, 'a'), (3, 'b')]);
        let mut falling = [3, 2, 1, 1, 0];
        sort_like_v8(&mut falling, Ord::cmp);
        assert_eq!(falling, [0, 1, 1, 2, 3]);
    }
}
