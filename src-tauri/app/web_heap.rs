//! How far the JavaScript heap of the window grows before WebKit collects what is garbage in it.

/// WebKit's option for how much memory the computer has. It lets the heap double as long as it takes less than a
/// quarter of that, and grow by a quarter of itself when it takes more than half.
const OPTION: &str = "JSC_forceRAMSize";

/// In bytes: what the lists of a large company take is more than half of it (decision 22).
const COMPUTER: &str = "100000000";

/// Bounds it for the web process, which gets the environment of this one. To be called before anything else.
pub(crate) fn bound() {
    if std::env::var_os(OPTION).is_some() {
        return;
    }
    #[expect(
        unsafe_code,
        reason = "the library that starts the web process has no setting for it"
    )]
    // SAFETY: the program has one thread: nothing was started yet.
    unsafe {
        std::env::set_var(OPTION, COMPUTER);
    }
}
