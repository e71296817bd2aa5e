//! Tells the linker how an N-API addon is linked on this platform.

fn main() {
    napi_build::setup();
}
