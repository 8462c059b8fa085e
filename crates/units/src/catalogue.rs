//! The rows that describe members of a family of models.

use serde::Serialize;

/// How far a model has been compared with something outside this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Compared with published numbers, a closed form or a standard's vectors; the model's page
    /// says which.
    Validated,
    /// Tested against its description only.
    Experimental,
}

impl Status {
    /// The word that lists and results print.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validated => "validated",
            Self::Experimental => "experimental",
        }
    }
}

/// Where a model is written, by the file that has its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In that file.
    Here(&'static str),
    /// In a file of its own next to it, which bears the model's name.
    Beside(&'static str),
}

/// One member of a family of models: what `cellwise list` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The family, such as `drop-policies`.
    pub family: &'static str,
    /// The name that scenarios use.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Where it is specified.
    pub source: &'static str,
    /// How far it has been validated.
    pub status: Status,
    /// Where it is written.
    pub written: Written,
}

impl Entry {
    /// The file in which it is written, from the root of the repository.
    #[must_use]
    pub fn file(&self) -> String {
        match self.written {
            Written::Here(file) => file.to_owned(),
            Written::Beside(file) => {
                let folder = file.rfind(['/', '\\']).map_or("", |end| &file[..=end]);
                format!("{folder}{}.rs", self.name.replace(['-', '.'], "_"))
            }
        }
    }
}
