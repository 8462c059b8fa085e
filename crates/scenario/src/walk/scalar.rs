//! Texts and numbers against the shapes that may take them.

use std::cmp::Ordering;

use cellwise_atm::drop_policy::Threshold;
use cellwise_packet::Limit;
use cellwise_units::compare;
use serde_json::{Number, Value};

use super::shape::Shape;
use crate::issue::{Issue, list, nearest};

/// The word that a text is except for its case, if the shapes have it and take no text of any kind.
pub(super) fn word_of<'s>(shapes: &[Shape<'s>], text: &str) -> Option<&'s str> {
    let is_free = |shape: &Shape<'_>| shape.words().is_none() && shape.format().is_none();
    let mut words = shapes.iter().filter_map(|shape| shape.words()).flatten();
    words.find(|word| word.eq_ignore_ascii_case(text)).filter(|_| !shapes.iter().any(is_free))
}

/// What is wrong with a text, if no shape takes it.
pub(super) fn check_text(shapes: &[Shape<'_>], text: &str, path: &str) -> Option<Issue> {
    let mut words: Vec<&str> = Vec::new();
    let (mut refusal, mut is_quantity) = (None, false);
    for shape in shapes {
        match (shape.words(), shape.format()) {
            (Some(known), _) if known.contains(&text) => return None,
            (Some(known), _) => words.extend(known),
            (None, Some(format)) => {
                let written = check_format(format, text);
                is_quantity |= written.is_ok() || text.trim_start().starts_with('-');
                match written.and_then(|()| check_range(*shape, format, text)) {
                    Ok(()) => return None,
                    Err(rule) => refusal = Some(rule),
                }
            }
            (None, None) => return None,
        }
    }
    let Some(refusal) = refusal else {
        return Some(Issue::unknown_name(path, text, "name", words));
    };
    let rule = match (words.is_empty(), nearest(text, &words)) {
        (true, _) => refusal,
        (false, _) if is_quantity => format!("{refusal}, or {}", quoted(&words)),
        (false, Some(near)) => format!("did you mean {near:?}? Or {refusal}"),
        (false, None) => format!("give {}; or {refusal}", quoted(&words)),
    };
    Some(Issue::new(path, format!("{text:?}"), rule))
}

/// Words as a list of texts.
fn quoted(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    list(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The rule that a text of a format breaks; an unknown format accepts every text.
fn check_format(format: &str, text: &str) -> Result<(), String> {
    if format == Threshold::FORMAT {
        return text.parse::<Threshold>().map(|_| ()).map_err(|error| error.to_string());
    }
    if format == Limit::FORMAT {
        return text.parse::<Limit>().map(|_| ()).map_err(|error| error.to_string());
    }
    match cellwise_units::check_format(format, text) {
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(())) | None => Ok(()),
    }
}

/// The rule of a shape's range that a quantity breaks.
fn check_range(shape: Shape<'_>, format: &str, text: &str) -> Result<(), String> {
    let breaks = |key: &str, outside: &[Ordering]| {
        let bound = shape.text(key)?;
        outside.contains(&compare(format, text, bound)?).then_some(())
    };
    let is_outside = breaks("formatMinimum", &[Ordering::Less])
        .or_else(|| breaks("formatExclusiveMinimum", &[Ordering::Less, Ordering::Equal]))
        .or_else(|| breaks("formatMaximum", &[Ordering::Greater]));
    is_outside.map_or(Ok(()), |()| Err(format!("give{}", quantity_bounds(shape))))
}

/// The bounds of a quantity, for a message.
fn quantity_bounds(shape: Shape<'_>) -> String {
    let above = shape.text("formatExclusiveMinimum").map(|least| format!(" more than {least}"));
    let least = shape.text("formatMinimum").map(|least| format!(" at least {least}"));
    let most = shape.text("formatMaximum").map(|most| format!(" at most {most}"));
    [above.or(least), most].into_iter().flatten().collect::<Vec<_>>().join(" and")
}

/// What is wrong with a number, if no shape takes it.
pub(super) fn check_number(shapes: &[Shape<'_>], number: &Number, path: &str) -> Option<Issue> {
    if shapes.iter().any(|shape| is_within(*shape, number)) {
        return None;
    }
    Some(Issue::new(path, number, format!("give {}", super::shape::describe(shapes))))
}

fn is_within(shape: Shape<'_>, number: &Number) -> bool {
    let Some(value) = number.as_f64() else { return false };
    let bound = |key| shape.number(key).and_then(Number::as_f64);
    let fits_format = integer_range(shape.format()).is_none_or(|(least, most)| {
        let whole = number.as_i128().or_else(|| number.as_u64().map(i128::from));
        whole.is_some_and(|whole| (least..=most).contains(&whole))
    });
    let is_choice = |known: &[Value]| known.iter().any(|one| one.as_f64() == Some(value));
    fits_format
        && shape.choices().is_none_or(is_choice)
        && bound("minimum").is_none_or(|least| value >= least)
        && bound("maximum").is_none_or(|most| value <= most)
        && bound("exclusiveMinimum").is_none_or(|least| value > least)
        && bound("exclusiveMaximum").is_none_or(|most| value < most)
        && bound("multipleOf").is_none_or(|step| value % step == 0.0)
}

/// The range of Rust's integer types, which the schema names as formats.
fn integer_range(format: Option<&str>) -> Option<(i128, i128)> {
    Some(match format? {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" | "uint" => (0, u64::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

/// The bounds of a number, for a message.
pub(super) fn bounds(shape: Shape<'_>) -> String {
    let written = |key| shape.number(key).map(short);
    let whole = integer_range(shape.format()).filter(|_| shape.is_integer());
    let least = written("minimum").or_else(|| whole.map(|(least, _)| least.to_string()));
    let most = written("maximum").or_else(|| whole.map(|(_, most)| most.to_string()));
    if let (Some(above), Some(below)) = (written("exclusiveMinimum"), written("exclusiveMaximum")) {
        return format!(" above {above} and below {below}");
    }
    let range = match (written("exclusiveMinimum"), least, most) {
        (Some(above), _, Some(most)) => format!(" above {above} and at most {most}"),
        (Some(above), _, None) => format!(" above {above}"),
        (None, Some(least), Some(most)) => format!(" from {least} to {most}"),
        (None, Some(least), None) => format!(" of at least {least}"),
        (None, None, Some(most)) => format!(" of at most {most}"),
        (None, None, None) => String::new(),
    };
    written("multipleOf").map_or(range.clone(), |step| format!("{range}, a multiple of {step}"))
}

/// A number as people write it: without a fraction of nothing, and with an exponent where that is shorter.
fn short(number: &Number) -> String {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(value) if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) => format!("{value:e}"),
        Some(value) => value.to_string(),
        None => number.to_string(),
    }
}
