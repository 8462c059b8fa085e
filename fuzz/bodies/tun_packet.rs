// What the fuzz target of TUN packets checks. The bounded tests of crates/wire include this file too.

use cellwise_wire::packet::{Ecn, look, mark};

const MTU: usize = 1500;

/// Any octets are a packet or are refused with a reason; a mark changes the ECN field and the sum, and nothing else.
pub(crate) fn tun_packet(octets: &[u8]) {
    let mut marked = octets.to_vec();
    mark(&mut marked);
    assert_eq!(marked.len(), octets.len());
    let (before, after) = match (look(octets, MTU), look(&marked, MTU)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(before), Err(after)) => {
            assert_eq!(before, after);
            assert!(!before.to_string().is_empty());
            return;
        }
        (before, after) => panic!("{before:?} became {after:?}"),
    };
    assert!(before.octets == octets.len() as u64 && octets.len() <= MTU);
    let wanted = if before.ecn == Ecn::NotEct { Ecn::NotEct } else { Ecn::Ce };
    assert_eq!(after.ecn, wanted);
    assert_eq!(
        (before.octets, before.class, before.destination),
        (after.octets, after.class, after.destination)
    );
    let of_sum = if octets[0] >> 4 == 4 { 10..12 } else { 0..0 };
    let is_other = |place: &usize| octets[*place] != marked[*place];
    let others: Vec<usize> = (0..octets.len()).filter(is_other).collect();
    assert!(others.iter().all(|place| *place == 1 || of_sum.contains(place)), "{others:?}");
    if octets[0] >> 4 == 4 {
        assert_eq!(sum(octets), sum(&marked));
    }
}

/// What the words of the header of IPv4 without options add up to; 0 and 65535 are the same.
fn sum(packet: &[u8]) -> u32 {
    let total: u32 =
        packet[..20].chunks(2).map(|word| u32::from(u16::from_be_bytes([word[0], word[1]]))).sum();
    let folded = (total & 0xffff) + (total >> 16);
    ((folded & 0xffff) + (folded >> 16)) % 0xffff
}
