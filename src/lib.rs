//! The N-API surface: converts, calls the core, converts back. No rules live here.
