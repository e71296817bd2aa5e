#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| clawprompt_fuzzing::run("definition", data));
