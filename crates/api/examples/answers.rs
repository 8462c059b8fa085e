//! Writes the JSON Schema of the answers that a page reads: a part of `make types`.

fn main() -> std::io::Result<()> {
    std::fs::write(
        concat!(env!("CARGO_MANIFEST_DIR"), "/answers.schema.json"),
        cellwise_api::page::answers::schema(),
    )
}
