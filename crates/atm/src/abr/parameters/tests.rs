use super::*;

fn bits(text: &str) -> BitRate {
    text.parse().unwrap()
}

fn span(text: &str) -> Span {
    text.parse().unwrap()
}

fn fields(issues: &[ConfigIssue]) -> Vec<&str> {
    issues.iter().map(|issue| issue.field.as_str()).collect()
}

#[test]
fn the_defaults_are_those_of_tm_4_and_survive_their_text() {
    let parameters = AbrParameters::default();
    assert_eq!(parameters.check_on(bits("149.76 Mbit/s")), []);
    assert_eq!(parameters.warnings(), []);
    let text = serde_json::to_string(&parameters).unwrap();
    assert_eq!(serde_json::from_str::<AbrParameters>(&text).unwrap(), parameters);
    let settings = parameters.resolve(bits("149.76 Mbit/s"), span("10 ms"));
    assert_eq!((settings.pcr, settings.icr, settings.mcr), (149.76e6 / 424.0, 149.76e6 / 424.0, 0.0));
    assert_eq!((settings.crm, settings.tcr, settings.nrm), (524_288, 10.0, 32));
    assert_eq!((settings.rif, settings.cdf, settings.use_it_or_lose_it), (0.0625, 0.0625, None));
}

#[test]
fn crm_is_tbe_over_nrm_rounded_up() {
    let crm = |tbe, nrm| {
        let parameters = AbrParameters { tbe: Cells::new(tbe), nrm, ..AbrParameters::default() };
        parameters.resolve(bits("1 Mbit/s"), Span::ZERO).crm
    };
    assert_eq!((crm(3200, 32), crm(640, 32), crm(641, 32)), (100, 20, 21));
    let given = AbrParameters { crm: Some(7), ..AbrParameters::default() };
    assert_eq!(given.resolve(bits("1 Mbit/s"), Span::ZERO).crm, 7);
}

#[test]
fn icr_is_bounded_by_what_may_be_exposed_but_never_below_mcr() {
    let line = bits("424 kbit/s");
    let icr = |icr: Option<&str>, mcr, tbe, frtt: Option<&str>, round_trip| {
        let parameters = AbrParameters {
            icr: icr.map(bits),
            mcr: bits(mcr),
            tbe: Cells::new(tbe),
            frtt: frtt.map(span),
            ..AbrParameters::default()
        };
        parameters.resolve(line, span(round_trip)).icr
    };
    assert_eq!(icr(None, "0 bit/s", 1000, None, "10 ms"), 1000.0, "PCR");
    assert_eq!(icr(Some("42400 bit/s"), "0 bit/s", 1000, None, "10 ms"), 100.0, "as asked for");
    assert_eq!(icr(None, "0 bit/s", 5, None, "10 ms"), 500.0, "TBE / round-trip time");
    assert_eq!(icr(None, "0 bit/s", 5, Some("20 ms"), "10 ms"), 250.0, "TBE / FRTT");
    assert_eq!(icr(None, "212 kbit/s", 5, Some("100 ms"), "10 ms"), 500.0, "MCR");
    assert_eq!(icr(None, "0 bit/s", 5, None, "0 s"), 1000.0, "no round-trip time, no bound");
    // 3200 cells in 10 ms are 136 Mbit/s, which does not bound 3 Mbit/s.
    let usual =
        AbrParameters { icr: Some(bits("3 Mbit/s")), tbe: Cells::new(3200), ..AbrParameters::default() };
    assert_eq!(usual.resolve(bits("149.76 Mbit/s"), span("10 ms")).icr, 3e6 / 424.0);
}

#[test]
fn everything_that_is_given_reaches_the_settings() {
    let text = r#"{"pcr": "848 kbit/s", "rdf": 0.5, "mrm": 3, "trm": "50 ms", "adtf": "1 s", "tcr": "8480 bit/s",
        "rate_encoding": "tm4", "use_it_or_lose_it": {"headroom": "424 bit/s", "fraction": 0.25},
        "reverse": "unlimited", "turn_around": "out-of-rate"}"#;
    let parameters: AbrParameters = serde_json::from_str(text).unwrap();
    let settings = parameters.resolve(bits("1 Mbit/s"), Span::ZERO);
    assert_eq!((settings.pcr, settings.rdf, settings.mrm, settings.tcr), (2000.0, 0.5, 3, 20.0));
    assert_eq!((settings.trm, settings.adtf), (span("50 ms"), span("1 s")));
    assert_eq!(settings.use_it_or_lose_it, Some(Headroom { rate: 1.0, fraction: 0.25 }));
    let choices = (settings.rate_encoding, settings.reverse, settings.turn_around);
    assert_eq!(choices, (RateEncoding::Tm4, Reverse::Unlimited, TurnAroundPolicy::OutOfRate));
}

#[test]
fn rates_in_the_wrong_order_are_reported_at_once() {
    let parameters = AbrParameters {
        pcr: Some(bits("1 Mbit/s")),
        mcr: bits("2 Mbit/s"),
        icr: Some(bits("3 Mbit/s")),
        ..AbrParameters::default()
    };
    let issues = parameters.check();
    assert_eq!(fields(&issues), ["mcr", "icr"]);
    assert_eq!(
        (issues[0].value.as_str(), issues[0].rule.as_str()),
        ("2 Mbit/s", "give at most pcr (1 Mbit/s)")
    );
}

#[test]
fn without_a_peak_the_line_is_the_peak() {
    let parameters =
        AbrParameters { mcr: bits("2 Mbit/s"), icr: Some(bits("3 Mbit/s")), ..AbrParameters::default() };
    assert_eq!(parameters.check(), []);
    assert_eq!(parameters.check_on(bits("3 Mbit/s")), []);
    assert_eq!(fields(&parameters.check_on(bits("1 Mbit/s"))), ["mcr", "icr"]);
    let below = AbrParameters { icr: Some(bits("1 Mbit/s")), ..parameters };
    assert_eq!(fields(&below.check()), ["icr"]);
}

#[test]
fn what_tm_4_cannot_signal_is_a_warning() {
    let parameters = AbrParameters {
        pcr: Some(bits("10 Gbit/s")),
        rif: 0.1,
        rdf: 1.0 / 65_536.0,
        cdf: 1.0 / 128.0,
        nrm: 31,
        mrm: 3,
        trm: span("75 ms"),
        crm: Some(20),
        adtf: span("505 ms"),
        frtt: Some(span("17 s")),
        tcr: bits("4241 bit/s"),
        ..AbrParameters::default()
    };
    assert_eq!(parameters.check(), []);
    let expected = ["pcr", "tcr", "rif", "rdf", "cdf", "nrm", "mrm", "crm", "trm", "adtf", "frtt"];
    assert_eq!(fields(&parameters.warnings()), expected);
}

#[test]
fn every_legal_step_passes_without_a_warning() {
    let clean = |parameters: AbrParameters| parameters.warnings().is_empty() && parameters.check().is_empty();
    for n in 0..=15 {
        let factor = 1.0 / f64::from(1 << n);
        assert!(clean(AbrParameters { rif: factor, rdf: factor, ..AbrParameters::default() }));
        assert_eq!(clean(AbrParameters { cdf: factor, ..AbrParameters::default() }), n <= 6);
    }
    assert!(clean(AbrParameters { cdf: 0.0, ..AbrParameters::default() }));
    for n in 1..=8 {
        assert!(clean(AbrParameters { nrm: 1 << n, ..AbrParameters::default() }));
    }
    for trm in ["100 ms", "50 ms", "781250 ns"] {
        assert!(clean(AbrParameters { trm: span(trm), ..AbrParameters::default() }));
    }
    for (adtf, legal) in [("10 ms", true), ("10.23 s", true), ("10.24 s", false), ("5 ms", false)] {
        assert_eq!(clean(AbrParameters { adtf: span(adtf), ..AbrParameters::default() }), legal, "{adtf}");
    }
}

#[test]
fn unknown_keys_and_names_are_refused_with_what_is_known() {
    let unknown = serde_json::from_str::<AbrParameters>(r#"{"rfi": 1}"#).unwrap_err().to_string();
    assert!(unknown.contains("`rfi`") && unknown.contains("`rif`"), "{unknown}");
    let unknown = serde_json::from_str::<AbrParameters>(r#"{"turn_around": "now"}"#).unwrap_err().to_string();
    assert!(unknown.contains("overwrite") && unknown.contains("out-of-rate"), "{unknown}");
}
