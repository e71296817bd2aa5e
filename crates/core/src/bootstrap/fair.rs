//! A total shared among files so that none vanishes because it comes last.

/// The limit to which each file is cut.
///
/// In turns, what is left is divided equally among the files that want more, and one that wants less
/// than its part leaves the rest to the next turn; units that do not divide go to the first files. So
/// each limit is at least `min(want, total / files)`. `used(file, limit)` tells how much of its limit a
/// file fills once it is cut: the policy digest often leaves a part, and that goes to the others too.
/// The limits may therefore sum to more than the total; what the files fill never does.
pub(super) fn share_fairly(
    wants: &[usize],
    total: usize,
    used: impl Fn(usize, usize) -> usize,
) -> Vec<usize> {
    let mut wants = wants.to_vec();
    let mut settled = vec![None; wants.len()];
    loop {
        let shares = divide(&wants, total);
        // Each round settles at least one file, and what it leaves is divided in the next.
        let mut has_changed = false;
        for index in 0..wants.len() {
            let (want, share) = (wants[index], shares[index]);
            if settled[index].is_some() || share == 0 || share >= want {
                continue;
            }
            let filled = used(index, share);
            // A few units are rounding; a new division would only move them around.
            if filled + share / 20 < share {
                settled[index] = Some(share);
                wants[index] = filled;
                has_changed = true;
            }
        }
        if !has_changed {
            return shares.iter().zip(settled).map(|(share, own)| own.unwrap_or(*share)).collect();
        }
    }
}

fn divide(wants: &[usize], total: usize) -> Vec<usize> {
    let mut shares = vec![0; wants.len()];
    let mut left = total;
    loop {
        let open: Vec<usize> = (0..wants.len()).filter(|at| shares[*at] < wants[*at]).collect();
        if open.is_empty() || left == 0 {
            return shares;
        }
        let part = (left / open.len()).max(1);
        for at in open {
            let more = part.min(wants[at] - shares[at]).min(left);
            shares[at] += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_one_file_does_not_use_goes_to_the_others() {
        assert_eq!(divide(&[10, 100, 100], 100), [10, 45, 45]);
        assert_eq!(divide(&[5, 5], 100), [5, 5]);
        assert_eq!(divide(&[9, 9, 9], 2), [1, 1, 0]);
        assert_eq!(divide(&[], 5), [0; 0]);
    }

    #[test]
    fn a_share_that_a_cut_leaves_unused_is_shared_again() {
        let digest = |file, share: usize| if file == 0 { share / 2 } else { share };
        assert_eq!(share_fairly(&[100, 100], 100, digest), [50, 75]);
    }

    /// Gives out one unit after another, in turns.
    fn divide_naively(wants: &[usize], total: usize) -> Vec<usize> {
        let mut shares = vec![0; wants.len()];
        let mut left = total;
        while left > 0 && (0..wants.len()).any(|at| shares[at] < wants[at]) {
            for at in 0..wants.len() {
                if left > 0 && shares[at] < wants[at] {
                    shares[at] += 1;
                    left -= 1;
                }
            }
        }
        shares
    }

    proptest! {
        #[test]
        fn dividing_equals_dealing_out_single_units(
            wants in prop::collection::vec(0_usize..200, 0..9),
            total in 0_usize..900,
        ) {
            let (shares, naive) = (divide(&wants, total), divide_naively(&wants, total));
            let sum: usize = shares.iter().sum();
            prop_assert_eq!(sum, total.min(wants.iter().sum()));
            prop_assert_eq!(shares, naive);
        }
    }
}
