//! Comments, replaced by blanks so that every line keeps its number.

/// The same text with blanks in place of `// ...` and `/* ... */`, but in strings, shell commands and assertions.
pub(super) fn blanked(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (len, keep) = piece(rest, first);
        if keep {
            blanked.push_str(&rest[..len]);
        } else {
            blanked.extend(rest[..len].chars().map(|c| if c == '\n' { c } else { ' ' }));
        }
        rest = &rest[len..];
    }
    blanked
}

/// The octets of the piece that begins here, and whether it is kept.
fn piece(rest: &str, first: char) -> (usize, bool) {
    let until =
        |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    match first {
        '`' => (until("`", 1), true),
        // A string ends in its line, so that a lonely quotation mark takes no more.
        '"' => (until("\"", 1).min(until("\n", 1)), true),
        '%' if rest.starts_with("%{") => (until("}%", 2), true),
        '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
        '/' if rest.starts_with("/*") => (until("*/", 2), false),
        _ => (first.len_utf8(), true),
    }
}
