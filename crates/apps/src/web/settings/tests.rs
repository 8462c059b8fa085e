use super::*;

fn read(text: &str) -> Result<WebSettings, serde_json::Error> {
    serde_json::from_str(text)
}

#[test]
fn a_distribution_that_is_given_takes_the_place_of_the_presets() {
    let text = r#"{ "preset": "mah", "think_time_s": { "distribution": "exponential", "mean": 5 } }"#;
    let laws = read(text).unwrap().laws();
    assert_eq!(laws, Laws { think_time_s: Distribution::Exponential { mean: 5.0 }, ..Preset::Mah.laws() });
}

#[test]
fn what_is_written_is_read_back_and_unknown_keys_are_refused() {
    let settings = WebSettings {
        preset: Preset::Simple,
        connections: Connections::Persistent,
        parallel_connections: 2,
        begins: Begins::Thinking,
        server_delay_s: Some(Distribution::Constant { value: 0.01 }),
        ..WebSettings::default()
    };
    assert_eq!(read(&serde_json::to_string(&settings).unwrap()).unwrap(), settings);
    assert_eq!(read("{}").unwrap(), WebSettings::default());
    assert!(read(r#"{ "think_time": 5 }"#).is_err());
}

#[test]
fn every_preset_makes_sense_and_what_does_not_is_reported_with_its_path() {
    for preset in [Preset::Surge, Preset::Mah, Preset::Simple] {
        let Laws {
            request_octets,
            main_object_octets,
            embedded_object_octets,
            embedded_objects,
            active_off_s,
            think_time_s,
            server_delay_s,
        } = preset.laws();
        let given = WebSettings {
            request_octets: Some(request_octets),
            main_object_octets: Some(main_object_octets),
            embedded_object_octets: Some(embedded_object_octets),
            embedded_objects: Some(embedded_objects),
            active_off_s: Some(active_off_s),
            think_time_s: Some(think_time_s),
            server_delay_s: Some(server_delay_s),
            ..WebSettings::default()
        };
        assert_eq!(given.check(), [], "{preset:?}");
    }
    let active_off_s = Some(Distribution::Pareto { scale: 2.0, shape: 1.5, most: Some(1.0) });
    let settings = WebSettings { parallel_connections: 0, active_off_s, ..WebSettings::default() };
    let fields: Vec<String> = settings.check().into_iter().map(|issue| issue.field).collect();
    assert_eq!(fields, ["active_off_s.most"]);
    assert_eq!(settings.slots(), 1);
}

/// Half the draws of a lognormal are below this.
fn lognormal_median(law: Distribution) -> f64 {
    let Distribution::Lognormal { mu, .. } = law else { panic!("not lognormal: {law:?}") };
    mu.exp()
}

/// P(X >= x) of a Pareto distribution without a largest value.
fn pareto_from(law: Distribution, x: f64) -> f64 {
    let Distribution::Pareto { scale, shape, most: None } = law else { panic!("not Pareto: {law:?}") };
    (scale / x).min(1.0).powf(shape)
}

#[test]
fn the_preset_of_mah_has_the_numbers_that_were_published() {
    let laws = Preset::Mah.laws();
    assert!((lognormal_median(laws.think_time_s) - 15.0).abs() < 0.1);
    assert!((laws.think_time_s.mean() - 81.0).abs() < 0.5, "{}", laws.think_time_s.mean());
    for law in [laws.main_object_octets, laws.embedded_object_octets] {
        assert!((6e3..14e3).contains(&law.mean()), "{law:?}: {}", law.mean());
    }
    // Files of a page: the main one, and the whole part of a Pareto draw, whose mean is the sum of
    // P(X >= n) over all n: up to 10 000, and the integral above.
    let objects = laws.embedded_objects;
    let sum: f64 = (1..=10_000).map(|n| pareto_from(objects, f64::from(n))).sum();
    let files = 1.0 + sum + pareto_from(objects, 1e4) * 1e4 / 0.3;
    assert!((2.75..3.2).contains(&files), "{files} files");
    let below_4 = 1.0 - pareto_from(objects, 3.0);
    assert!((below_4 - 0.9).abs() < 0.015, "{below_4} have fewer than 4 files");
}

#[test]
fn the_means_of_surge_are_what_its_page_says() {
    let laws = Preset::Surge.laws();
    let near = |law: Distribution, wanted: f64| {
        assert!((law.mean() / wanted - 1.0).abs() < 0.005, "{law:?}: {}", law.mean());
    };
    near(laws.main_object_octets, 54_900.0);
    near(laws.think_time_s, 3.0);
    near(laws.active_off_s, 0.2122);
}
