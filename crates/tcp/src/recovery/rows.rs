//! The rows of the family: two files declare from them.

/// Gives the rows to a macro: kind, name, summary, source, status, needs.
macro_rules! recoveries {
    ($declare:ident) => {
        $declare! {
            TimeoutOnly {
                "timeout-only", "Duplicate acknowledgments are ignored; only the timer finds losses.",
                "RFC 793 3.7; ATM Forum 96-1269 2", Validated,
                Needs::NOTHING
            }
            Tahoe {
                "tahoe", "Fast retransmit, then slow start from one segment.",
                "Jacobson 1988; RFC 2001 3", Validated,
                Needs { after_fast_retransmit: BACK_OR_ON, ..Needs::NOTHING }
            }
            Reno {
                "reno", "Fast retransmit, then fast recovery until the first new acknowledgment.",
                "RFC 2581 3.2; 4.4BSD", Validated,
                Needs { after_fast_retransmit: ON_OR_BACK, ..Needs::NOTHING }
            }
            NewReno {
                "newreno", "Fast recovery that lasts until all that was outstanding is acknowledged, and resends for each partial acknowledgment.",
                "RFC 6582", Validated,
                Needs::NOTHING
            }
            Sack {
                "sack", "Selective acknowledgments show which data is lost; an estimate of the data in the network says when to send.",
                "RFC 2018; RFC 6675", Validated,
                Needs { sack: true, ..Needs::NOTHING }
            }
            Fack {
                "fack", "As sack, but all below the highest octet acknowledged selectively is taken for lost.",
                "Mathis and Mahdavi 1996", Validated,
                Needs { sack: true, ..Needs::NOTHING }
            }
            RackTlp {
                "rack-tlp", "A segment sent before one that has arrived is lost after a while; a probe for the last segments.",
                "RFC 8985", Validated,
                Needs { sack: true, timing: true, records: true, ..Needs::NOTHING }
            }
            Vegas {
                "vegas", "Fast recovery that resends at the first duplicate if an exact timeout has passed.",
                "Brakmo, O'Malley and Peterson 1994 3.1", Experimental,
                Needs { timing: true, ..Needs::NOTHING }
            }
        }
    };
}

pub(super) use recoveries;
