fn main() { fielddesk_app::run() }
