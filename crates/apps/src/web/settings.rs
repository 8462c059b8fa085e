//! The settings of a browser: a preset, and what differs from it.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::distribution::Distribution;

/// The most parallel connections of one browser.
const MOST_CONNECTIONS: u32 = 64;

/// Whose distributions a browser has, where its settings give no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "WebPreset")]
pub enum Preset {
    /// Barford and Crovella, SIGMETRICS 1998: lognormal sizes with a Pareto tail.
    #[default]
    Surge,
    /// Mah, INFOCOM 1997: Pareto sizes, long think times.
    Mah,
    /// Constant: a page of 5 kB with two objects of 10 kB, and 5 s to read it.
    Simple,
}

/// How many requests a connection serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "WebConnections")]
pub enum Connections {
    /// One: every object has a connection of its own, as in HTTP/1.0.
    #[default]
    PerObject,
    /// Any number, one after the other and also those of later pages, as in HTTP/1.1 without
    /// pipelining.
    Persistent,
    /// One: a page comes whole, its embedded objects behind its main object in one response; a rough
    /// model of HTTP/1.1 with pipelining (RFC 2415, section 3).
    PerPage,
}

/// The first thing that a browser does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "WebBegins")]
pub enum Begins {
    /// Asks for a page at once.
    #[default]
    Page,
    /// Thinks; browsers that start together then ask at different times.
    Thinking,
}

/// Settings of a browser. A distribution that is not given is the preset's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WebSettings {
    /// Whose distributions are used where no others are given.
    pub preset: Preset,
    /// Whether a connection serves one request or many.
    pub connections: Connections,
    /// The most connections that are used at a time.
    #[schemars(range(min = 1, max = MOST_CONNECTIONS))]
    pub parallel_connections: u32,
    /// Whether the browser starts with a page or with a think time.
    pub begins: Begins,
    /// Octets of a request, rounded down to whole ones, at least 1.
    pub request_octets: Option<Distribution>,
    /// Octets of the response with a page's main object, rounded down to whole ones, at least 1.
    pub main_object_octets: Option<Distribution>,
    /// Octets of the response with an embedded object, rounded down to whole ones, at least 1.
    pub embedded_object_octets: Option<Distribution>,
    /// Embedded objects of a page, rounded down to a whole number, from 0.
    pub embedded_objects: Option<Distribution>,
    /// Time from an object's arrival to the request for the next one of the same page on the same
    /// connection, in s ("active OFF time"); the main object is followed on every connection.
    pub active_off_s: Option<Distribution>,
    /// Time from a page's completion to the request for the next page, in s ("inactive OFF time").
    pub think_time_s: Option<Distribution>,
    /// Time from a request's arrival at the server to the start of the response, in s.
    pub server_delay_s: Option<Distribution>,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            connections: Connections::default(),
            parallel_connections: 4,
            begins: Begins::default(),
            request_octets: None,
            main_object_octets: None,
            embedded_object_octets: None,
            embedded_objects: None,
            active_off_s: None,
            think_time_s: None,
            server_delay_s: None,
        }
    }
}

impl WebSettings {
    /// The distributions: those that are given, and the preset's for the others.
    #[must_use]
    pub fn laws(&self) -> Laws {
        let preset = self.preset.laws();
        Laws {
            request_octets: self.request_octets.unwrap_or(preset.request_octets),
            main_object_octets: self.main_object_octets.unwrap_or(preset.main_object_octets),
            embedded_object_octets: self.embedded_object_octets.unwrap_or(preset.embedded_object_octets),
            embedded_objects: self.embedded_objects.unwrap_or(preset.embedded_objects),
            active_off_s: self.active_off_s.unwrap_or(preset.active_off_s),
            think_time_s: self.think_time_s.unwrap_or(preset.think_time_s),
            server_delay_s: self.server_delay_s.unwrap_or(preset.server_delay_s),
        }
    }

    /// Parameters of distributions that do not fit each other.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let given = [
            ("request_octets", self.request_octets),
            ("main_object_octets", self.main_object_octets),
            ("embedded_object_octets", self.embedded_object_octets),
            ("embedded_objects", self.embedded_objects),
            ("active_off_s", self.active_off_s),
            ("think_time_s", self.think_time_s),
            ("server_delay_s", self.server_delay_s),
        ];
        given.iter().flat_map(|(field, given)| given.iter().flat_map(|law| law.check(field))).collect()
    }

    /// The number of slots: `parallel_connections`, within its range.
    #[must_use]
    pub fn slots(&self) -> u32 {
        self.parallel_connections.clamp(1, MOST_CONNECTIONS)
    }
}

/// The distributions of a browser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laws {
    /// Octets of a request.
    pub request_octets: Distribution,
    /// Octets of the response with a main object.
    pub main_object_octets: Distribution,
    /// Octets of the response with an embedded object.
    pub embedded_object_octets: Distribution,
    /// Embedded objects of a page.
    pub embedded_objects: Distribution,
    /// Time between two objects of a page on one connection, in s.
    pub active_off_s: Distribution,
    /// Time between two pages, in s.
    pub think_time_s: Distribution,
    /// Time that the server takes, in s.
    pub server_delay_s: Distribution,
}

impl Preset {
    /// The preset's distributions.
    #[must_use]
    pub const fn laws(self) -> Laws {
        match self {
            Self::Surge => SURGE,
            Self::Mah => MAH,
            Self::Simple => SIMPLE,
        }
    }
}

const fn constant(value: f64) -> Distribution {
    Distribution::Constant { value }
}

/// Sizes of files: a lognormal body and a Pareto tail. With a shape of 1.1 the tail's mean of
/// 1.46 MB would take millions of files to be seen; the largest value is about that of the 2000
/// files of the original's server.
const SURGE_FILE_OCTETS: Distribution = Distribution::LognormalPareto {
    mu: 9.357,
    sigma: 1.318,
    body: 0.93,
    scale: 133_000.0,
    shape: 1.1,
    most: Some(10e6),
};

/// Barford and Crovella 1998. They give no size of requests: 300 octets are typical of HTTP/1.0.
/// Their active OFF times have a mean of 5.6 s without the limit of 1 s, below which such times were
/// called active (Crovella and Bestavros 1997).
const SURGE: Laws = Laws {
    request_octets: constant(300.0),
    main_object_octets: SURGE_FILE_OCTETS,
    embedded_object_octets: SURGE_FILE_OCTETS,
    embedded_objects: Distribution::Pareto { scale: 1.0, shape: 2.43, most: None },
    active_off_s: Distribution::Weibull { scale: 1.46, shape: 0.382, most: Some(1.0) },
    think_time_s: Distribution::Pareto { scale: 1.0, shape: 1.5, most: None },
    server_delay_s: constant(0.0),
};

/// Mah 1997 publishes tables of quantiles; these are curves through what its text and figures give:
/// requests with a median of 240 octets; tails of main objects with shapes of 0.85 to 0.97, of
/// embedded ones of 1.12 to 1.39, means of 6 to 14 kB; 2.8 to 3.2 files per page, nine pages of ten
/// with fewer than 4; think times with a median of 15 s and a mean of 81 s.
const MAH: Laws = Laws {
    request_octets: constant(240.0),
    main_object_octets: Distribution::Pareto { scale: 1000.0, shape: 0.97, most: Some(1e6) },
    embedded_object_octets: Distribution::Pareto { scale: 2000.0, shape: 1.25, most: Some(1e6) },
    embedded_objects: Distribution::Pareto { scale: 0.54, shape: 1.3, most: None },
    active_off_s: constant(0.0),
    think_time_s: Distribution::Lognormal { mu: 2.708, sigma: 1.8365 },
    server_delay_s: constant(0.0),
};

const SIMPLE: Laws = Laws {
    request_octets: constant(300.0),
    main_object_octets: constant(5_000.0),
    embedded_object_octets: constant(10_000.0),
    embedded_objects: constant(2.0),
    active_off_s: constant(0.0),
    think_time_s: constant(5.0),
    server_delay_s: constant(0.0),
};

#[cfg(test)]
mod tests;
