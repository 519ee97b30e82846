//! The icon of a state: state by its shape, for every eye and every colour of the bar it stands in.

use fielddesk_core::folders::State;
use tauri::image::Image;
use tauri::include_image;

/// The state that the icon shows: that of the worst folder, or that something is on its way.
pub(super) fn state(worst: Option<State>, sending: bool) -> State {
    let worst = worst.unwrap_or(State::InStep);
    if sending {
        worst.max(State::Working)
    } else {
        worst
    }
}

/// The icon, drawn from `icons/tray.svg`.
pub(super) const fn icon(state: State) -> Image<'static> {
    match state {
        State::InStep => include_image!("icons/tray/inStep.png"),
        State::Paused => include_image!("icons/tray/paused.png"),
        State::Working => include_image!("icons/tray/working.png"),
        State::Waiting => include_image!("icons/tray/waiting.png"),
        State::Offline => include_image!("icons/tray/offline.png"),
        State::Failed => include_image!("icons/tray/failed.png"),
        State::NeedsDecision => include_image!("icons/tray/needsDecision.png"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [State; 7] = [
        State::InStep,
        State::Paused,
        State::Working,
        State::Waiting,
        State::Offline,
        State::Failed,
        State::NeedsDecision,
    ];

    /// Where there is anything at all, without its colour, at the size that most bars have.
    fn outline(state: State) -> Vec<bool> {
        let image = icon(state);
        assert_eq!((image.width(), image.height()), (32, 32), "{state:?}");
        let alpha = |x: usize, y: usize| u32::from(image.rgba()[(y * 32 + x) * 4 + 3]);
        let cell = |at: usize| {
            let (x, y) = (at % 16 * 2, at / 16 * 2);
            alpha(x, y) + alpha(x + 1, y) + alpha(x, y + 1) + alpha(x + 1, y + 1) > 2 * 255
        };
        (0..256).map(cell).collect()
    }

    #[test]
    fn every_state_has_a_shape_of_its_own_without_any_colour() {
        let outlines = ALL.map(|state| (state, outline(state)));
        for (at, (one, a)) in outlines.iter().enumerate() {
            for (other, b) in &outlines[at + 1..] {
                let different = a.iter().zip(b).filter(|(a, b)| a != b).count();
                assert!(
                    different >= 12,
                    "{one:?} and {other:?} differ in {different} of 256 points"
                );
            }
        }
    }

    #[test]
    fn what_is_sent_by_hand_shows_as_work_but_hides_nothing_worse() {
        assert_eq!(state(None, false), State::InStep);
        assert_eq!(state(None, true), State::Working);
        assert_eq!(state(Some(State::Paused), true), State::Working);
        assert_eq!(state(Some(State::Failed), true), State::Failed);
        assert_eq!(state(Some(State::Offline), false), State::Offline);
    }
}
