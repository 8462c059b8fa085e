//! Two ABR end systems with a delay between them: what a whole control loop does.

use std::collections::VecDeque;

use cellwise_atm::abr::{
    AbrDestination, AbrParameters, AbrSettings, AbrSource, RmCell, RmDirection, Sent, TurnAround,
};
use cellwise_units::{BitRate, Cells, Span, Time};

const PS_PER_MS: u64 = 1_000_000_000;
/// From one end to the other.
const DELAY: Span = Span::from_ps(5 * PS_PER_MS);

/// What is on its way to an end.
#[derive(Clone, Copy, Debug)]
enum Arriving {
    Data,
    Rm { rm: RmCell, out_of_rate: bool },
}

/// One end of a connection.
struct End {
    source: AbrSource,
    destination: AbrDestination,
    turn_around: TurnAround,
    data_waiting: bool,
    arriving: VecDeque<(Time, Arriving)>,
    /// What it sent.
    sent: Vec<(Time, Sent)>,
}

impl End {
    fn new(settings: &AbrSettings, data_waiting: bool) -> Self {
        Self {
            source: AbrSource::new(settings, Time::ZERO),
            destination: AbrDestination::new(settings),
            turn_around: TurnAround::new(settings),
            data_waiting,
            arriving: VecDeque::new(),
            sent: Vec::new(),
        }
    }

    fn next(&self) -> Time {
        let opportunity = self.source.next_opportunity(self.data_waiting, !self.turn_around.is_empty());
        let arrival = self.arriving.front().map_or(Time::NEVER, |(at, _)| *at);
        opportunity.min(arrival)
    }

    /// Takes what has arrived by `now`; returns what goes back at once.
    fn receive(&mut self, now: Time) -> Vec<Arriving> {
        let mut back = Vec::new();
        while self.arriving.front().is_some_and(|(at, _)| *at <= now) {
            match self.arriving.pop_front().expect("something has arrived").1 {
                Arriving::Data => self.destination.on_data(false),
                Arriving::Rm { rm, .. } if rm.direction == RmDirection::Backward => {
                    self.source.on_backward(&rm)
                }
                Arriving::Rm { rm, out_of_rate } => {
                    let turned = self.destination.turn_around(rm);
                    let now = self.turn_around.push(turned, out_of_rate);
                    back.extend(now.map(|rm| Arriving::Rm { rm, out_of_rate: true }));
                }
            }
        }
        back
    }

    /// Sends what may go by `now`.
    fn emit(&mut self, now: Time) -> Option<Arriving> {
        let backward = !self.turn_around.is_empty();
        if self.source.next_opportunity(self.data_waiting, backward) > now {
            return None;
        }
        let sent = self.source.send(now, self.data_waiting, backward);
        self.sent.push((now, sent));
        let out_of_rate = sent.clp();
        match sent {
            Sent::Data => Some(Arriving::Data),
            Sent::Forward(rm) | Sent::OutOfRate(rm) => Some(Arriving::Rm { rm, out_of_rate }),
            Sent::Backward => self.turn_around.pop().map(|rm| Arriving::Rm { rm, out_of_rate }),
        }
    }

    /// CCR of the forward RM cells that it sent.
    fn ccrs(&self) -> Vec<f64> {
        let ccr = |(_, sent): &(Time, Sent)| match sent {
            Sent::Forward(rm) | Sent::OutOfRate(rm) => Some(rm.ccr),
            _ => None,
        };
        self.sent.iter().filter_map(ccr).collect()
    }
}

/// A connection: `network` sees every RM cell when it is sent, with its time, and may change it; it
/// says whether the cell continues.
struct Loop<F> {
    ends: [End; 2],
    now: Time,
    network: F,
}

impl<F: FnMut(Time, &mut RmCell) -> bool> Loop<F> {
    /// A connection with data at its first end, or at both.
    fn new(settings: &AbrSettings, data_at_both: bool, network: F) -> Self {
        Self { ends: [End::new(settings, true), End::new(settings, data_at_both)], now: Time::ZERO, network }
    }

    fn run_until_ms(&mut self, ms: u64) -> &mut Self {
        let end = Time::from_ps(ms * PS_PER_MS);
        while let next = self.ends[0].next().min(self.ends[1].next())
            && next <= end
        {
            self.now = self.now.max(next);
            for at in 0..2 {
                let back = self.ends[at].receive(self.now);
                let emitted = self.ends[at].emit(self.now);
                back.into_iter().chain(emitted).for_each(|cell| self.carry(1 - at, cell));
            }
        }
        self.now = self.now.max(end);
        self
    }

    fn carry(&mut self, to: usize, mut cell: Arriving) {
        let passes = match &mut cell {
            Arriving::Data => true,
            Arriving::Rm { rm, .. } => (self.network)(self.now, rm),
        };
        if passes {
            self.ends[to].arriving.push_back((self.now + DELAY, cell));
        }
    }

    fn acr(&self) -> f64 {
        self.ends[0].source.acr()
    }
}

/// PCR = 10 000 cells/s, ICR = 1000 cells/s.
fn parameters() -> AbrParameters {
    AbrParameters { icr: Some(BitRate::from_bps(424_000)), ..AbrParameters::default() }
}

fn resolve(parameters: &AbrParameters) -> AbrSettings {
    assert_eq!(parameters.check(), []);
    parameters.resolve(BitRate::from_bps(4_240_000), DELAY * 2)
}

/// A network that lowers ER of backward RM cells to `er` of the time.
fn explicit_rate(er: impl Fn(Time) -> f64) -> impl FnMut(Time, &mut RmCell) -> bool {
    move |now, rm| {
        if rm.direction == RmDirection::Backward {
            rm.er = rm.er.min(er(now));
        }
        true
    }
}

#[test]
fn with_rif_1_the_rate_is_er_after_one_backward_rm_cell() {
    let settings = resolve(&AbrParameters { rif: 1.0, ..parameters() });
    let mut loop_ = Loop::new(&settings, false, explicit_rate(|_| 7000.0));
    // Two delays, and a cell time at the far end, whose own first cell is a forward RM cell.
    assert_eq!(loop_.run_until_ms(10).acr(), 1000.0);
    assert_eq!(loop_.run_until_ms(11).acr(), 7000.0);
    assert_eq!(loop_.run_until_ms(1000).acr(), 7000.0);
}

#[test]
fn with_rif_1_16_the_rate_climbs_by_a_16th_of_pcr_for_each_backward_rm_cell() {
    let mut loop_ = Loop::new(&resolve(&parameters()), false, explicit_rate(|_| 8000.0));
    let mut rates: Vec<f64> = (0..500).map(|ms| loop_.run_until_ms(ms).acr()).collect();
    rates.dedup();
    let steps: Vec<f64> = rates.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (last, whole) = steps.split_last().unwrap();
    assert!(whole.len() == 11 && whole.iter().all(|&step| step == 625.0), "{steps:?}");
    assert_eq!((*last, loop_.acr()), (125.0, 8000.0));
}

#[test]
fn a_greedy_source_spends_one_cell_in_32_on_forward_rm_cells() {
    let mut loop_ = Loop::new(&resolve(&parameters()), false, explicit_rate(|_| 10_000.0));
    let sent = &loop_.run_until_ms(3000).ends[0].sent;
    let forward = sent.iter().filter(|(_, sent)| matches!(sent, Sent::Forward(_))).count();
    assert_eq!(forward, sent.len().div_ceil(32));
    // 10 000 cells/s for nearly all of the three seconds.
    assert!((28_000..=30_001).contains(&sent.len()), "{} cells", sent.len());
}

#[test]
fn without_any_backward_rm_cell_the_rate_falls_by_cdf_from_the_crm_th_forward_one_on() {
    let settings = resolve(&AbrParameters { tbe: Cells::new(640), ..parameters() });
    assert_eq!(settings.crm, 20);
    let lost = |_: Time, rm: &mut RmCell| rm.direction == RmDirection::Forward;
    let mut loop_ = Loop::new(&settings, false, lost);
    let ccrs = loop_.run_until_ms(1500).ends[0].ccrs();
    assert!(ccrs.len() > 30 && ccrs[..20].iter().all(|&ccr| ccr == 1000.0), "{ccrs:?}");
    let falling = ccrs[19..].windows(2).all(|pair| pair[1] == pair[0] - pair[0] / 16.0);
    assert!(falling, "{ccrs:?}");
}

#[test]
fn a_stopped_source_asks_ten_times_a_second_and_starts_when_er_rises() {
    let er = |now: Time| if now < Time::from_ps(1000 * PS_PER_MS) { 0.0 } else { 5000.0 };
    let settings = resolve(&AbrParameters { rif: 1.0, ..parameters() });
    let mut loop_ = Loop::new(&settings, false, explicit_rate(er));
    assert_eq!(loop_.run_until_ms(11).acr(), 0.0);
    let sent_before = loop_.ends[0].sent.len();
    assert_eq!(loop_.run_until_ms(1000).acr(), 0.0);
    let asked = &loop_.ends[0].sent[sent_before..];
    assert!(asked.len() == 10 && asked.iter().all(|(_, sent)| sent.clp()), "{asked:?}");
    // At most 1 / TCR and a round trip later.
    assert_eq!(loop_.run_until_ms(1111).acr(), 5000.0);
}

#[test]
fn two_stopped_ends_still_hear_of_each_other() {
    let er = |now: Time| if now < Time::from_ps(1000 * PS_PER_MS) { 0.0 } else { 5000.0 };
    let settings = resolve(&AbrParameters { rif: 1.0, ..parameters() });
    let mut loop_ = Loop::new(&settings, true, explicit_rate(er));
    loop_.run_until_ms(1000);
    assert_eq!([0, 1].map(|at| loop_.ends[at].source.acr()), [0.0, 0.0]);
    loop_.run_until_ms(1111);
    assert_eq!([0, 1].map(|at| loop_.ends[at].source.acr()), [5000.0, 5000.0]);
}

#[test]
fn a_burst_after_adtf_begins_at_the_lower_of_acr_and_icr() {
    for (er, ccr_of_burst) in [(8000.0, 1000.0), (600.0, 600.0)] {
        let settings = resolve(&AbrParameters { rif: 1.0, ..parameters() });
        let mut loop_ = Loop::new(&settings, false, explicit_rate(move |_| er));
        assert_eq!(loop_.run_until_ms(300).acr(), er);
        loop_.ends[0].data_waiting = false;
        loop_.run_until_ms(1300);
        let forward_before = loop_.ends[0].ccrs().len();
        loop_.ends[0].data_waiting = true;
        loop_.run_until_ms(1310);
        assert_eq!(loop_.ends[0].ccrs()[forward_before..][..1], [ccr_of_burst]);
    }
}

#[test]
fn backward_rm_cells_share_the_rate_of_an_end_that_sends_data() {
    let mut loop_ = Loop::new(&resolve(&parameters()), true, explicit_rate(|_| 10_000.0));
    for end in &loop_.run_until_ms(2000).ends {
        let of = |wanted: fn(&Sent) -> bool| end.sent.iter().filter(|(_, sent)| wanted(sent)).count();
        let (forward, backward) =
            (of(|sent| matches!(sent, Sent::Forward(_))), of(|sent| *sent == Sent::Backward));
        assert!(forward > 500 && forward - backward < 20, "{forward} forward, {backward} backward");
    }
}
