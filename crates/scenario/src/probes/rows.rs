//! The rows of probes: what is declared from them is said by the macro that they are given to.

/// Gives the rows to a macro.
macro_rules! probes {
    ($declare:ident) => {
        $declare! {
            series {
                /// Cells in a port's queue.
                queue: QueueProbe, queues -> Queue(PortQueue), "cells";
                /// Cells of one virtual connection in a port's queue.
                occupancy: OccupancyProbe, passed_ports -> Occupancy(PortVc), "cells";
                /// The congestion window of a TCP flow, in octets.
                cwnd: FlowProbe, tcp_flows -> Cwnd(FlowIndex), "bytes";
                /// The slow start threshold of a TCP flow, in octets.
                ssthresh: FlowProbe, tcp_flows -> Ssthresh(FlowIndex), "bytes";
                /// The sequence number that a TCP flow sends next, in octets since its start.
                sequence: FlowProbe, tcp_flows -> Sequence(FlowIndex), "bytes";
                /// The sequence number up to which a TCP flow's data are acknowledged, in octets since its start.
                acknowledgment: FlowProbe, tcp_flows -> Acknowledgment(FlowIndex), "bytes";
                /// The allowed cell rate of an ABR connection's source at its first end, in cells/s.
                acr: VcProbe, abr_sources -> Acr(VcIndex), "cells/s";
                /// CCR: the current cell rate in the forward RM cell that the source at an ABR connection's first end last
                /// sent, in cells/s.
                ccr: VcProbe, abr_sources -> Ccr(VcIndex), "cells/s";
                /// The explicit rate that a port's rate rule last wrote into a backward RM cell of an ABR
                /// connection, in cells/s.
                er: OccupancyProbe, ruled_ports -> Er(PortVc), "cells/s";
                /// Cells that wait in a virtual connection's adapter at its first end.
                adapter: VcProbe, adapters -> Adapter(VcIndex), "cells";
                /// Cells that a port has sent since the start, whatever they carry.
                transmitted: TransmittedProbe, sending_ports -> Transmitted(Port), "cells";
                /// Cells that noise has errored so far on the link behind a port; every one is recorded.
                errors: ErrorsProbe, noisy_ports -> Errors(Port), "cells";
                /// How long the packet that left a packet port's queue last had waited in it, in seconds.
                sojourn: SojournProbe, waiting_ports -> Sojourn(Port), "s";
                /// Packets that wait in a packet port's queue, all or those of one flow.
                backlog: BacklogProbe, backlogs -> Backlog(PacketBacklog), "packets";
                /// Octets that wait in a packet port's queue, as queues count them, of all packets or those of one flow.
                backlog_bytes: BacklogProbe, backlogs -> BacklogBytes(PacketBacklog), "bytes";
                /// The probability with which a packet port's discipline drops or marks a packet, by its own estimate.
                drop_probability: ProbabilityProbe, probable_ports -> DropProbability(Port), "1";
                /// How long the line behind a packet port has been taken since the start, in seconds.
                busy: BusyProbe, lined_ports -> Busy(Port), "s";
            }
            records {
                /// Every lost cell: where, when and why, its frame, and how many cells of that frame
                /// continued in vain; the table `losses`.
                losses: LossesProbe, record_losses;
                /// Every segment that a TCP flow sends, and every acknowledgment that comes back; the table `segments`.
                segments: SegmentsProbe, record_segments;
                /// How many packets of a flow had which delay, over the measured time; the table `delays`.
                delays: DelaysProbe, record_delays;
                /// Every cell that is offered to a port, and its fate; the table `cells`.
                cells: CellsProbe, record_cells;
                /// Every packet that arrives at a packet port, and its fate; the table `packets`.
                packets: PacketsProbe, record_packets;
            }
        }
    };
}

pub(crate) use probes;
