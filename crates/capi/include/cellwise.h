/*
 * The network as a library: packets in at an instant, packets out at an instant, in virtual time.
 *
 * A path is a network of a scenario in which at least one flow has `kind = "outside"`. The ends of such flows are its ports.
 * Packets are offered to a port, and come out at the other end of its flow, or are lost. A path has no clock, no thread, no
 * input and no output, and calls nobody back: time goes on in cw_path_run. The same scenario, seed and calls give the
 * same instants, to the picosecond, on any machine.
 *
 * Units     Instants are picoseconds since the start (_ps), from 0; CW_NEVER is none. Lengths are octets.
 * Codes     What is below 0 refuses: nothing has happened then, and cw_path_error says why, in a sentence.
 * Structs   Each has its size first; set it to sizeof. They may grow at their ends in later versions; fields that you do
 *           not know have to be 0.
 * Owners    A cw_path is yours until you close it. Texts that functions give belong to the path, or to the library where
 *           there is no path. Texts and structs that you give are read during the call only.
 * Threads   One thread at a time may use a path; it need not be always the same. Two paths know nothing of each other, and
 *           there are no globals.
 * Faults    A fault of Cellwise ends in CW_FAULT, from then on for every call of that path but cw_path_error and
 *           cw_path_close; nothing unwinds into your program. What a path may hold, from the first octet of its
 *           scenario that is read, is bounded by `limits.memory` of the scenario, a tenth and 2 MB, what a call
 *           may take by `limits.events`. A fork has a bound of its own. If the machine has no memory left, the program ends.
 *           A pointer that leads nowhere cannot be noticed.
 */
#ifndef CELLWISE_H
#define CELLWISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Compare with cw_abi_version: a program needs a library of the same number. It goes up when a program that was compiled
 * against an older header could go wrong. New functions and structs leave it as it is: a program that uses them does not link
 * with, or is not loaded beside, a library that lacks them.
 */
#define CW_ABI_VERSION 1u

#define CW_NEVER UINT64_MAX

enum cw_code {
    CW_OK = 0,
    CW_DELIVERED = 1, /* something has arrived */
    CW_UNTIL = 2,     /* the instant asked for is reached */
    CW_END = 3,       /* the scenario's `duration` is over: nothing happens any more */
    CW_LIMIT = 4,     /* this call has used what the scenario's `limits` allow: cw_path_error says which; run on */

    CW_FAULT = -1,     /* a fault of Cellwise */
    CW_NULL = -2,      /* a pointer is NULL that must not be */
    CW_SIZE = -3,      /* the size of a struct is not sizeof, or fields that are not known here are not 0 */
    CW_TEXT = -4,      /* a text is not UTF-8 */
    CW_ROOM = -5,      /* there is room for nothing */
    CW_PORT = -6,      /* no such port */
    CW_LATE = -7,      /* a packet or a value for an instant that has passed */
    CW_PROMISED = -8,  /* a packet or a value for an instant before the end of an open promise */
    CW_TOO_LONG = -9,  /* a packet beyond the MTU */
    CW_EMPTY = -10,    /* a packet of no octets */
    CW_ECN = -11,      /* ecn is not 0 to 3 */
    CW_DSCP = -12,     /* dscp is not 0 to 63 */
    CW_FINISHED = -13, /* the path has ended */
    CW_KEY = -14,      /* nothing of that name can be set while the path runs */
    CW_RANGE = -15,    /* a value outside its range */
    CW_MEMORY = -16    /* what waits takes all that `limits.memory` leaves: run on, or take what has arrived */
};

typedef struct cw_path cw_path;

/* A packet to be carried. Its octets stay with you. */
typedef struct cw_packet {
    uint32_t size;   /* sizeof(cw_packet) */
    uint32_t octets; /* of the IP packet, its header included: 1 to cw_path_mtu */
    uint64_t tag;    /* whatever you know it by; given back with it */
    uint32_t ecn;    /* bits of the IP header: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE */
    uint32_t dscp;   /* differentiated services codepoint, 0 to 63 */
    /* For queues that serve flows or hosts separately, by numbers of yours; 0 is the port's own flow or host. */
    uint32_t flow;        /* addresses, ports and protocol together */
    uint32_t source;      /* the host that sends */
    uint32_t destination; /* the host that receives */
} cw_packet;

/* A packet that has arrived. */
typedef struct cw_delivery {
    uint32_t size;       /* sizeof(cw_delivery) */
    int32_t port;        /* where it came out */
    uint64_t at_ps;      /* when */
    uint64_t offered_ps; /* for when it was offered */
    uint64_t tag;        /* what it was offered with, like octets and dscp */
    uint32_t octets;
    uint32_t ecn;        /* 3 if it was marked on the way */
    uint32_t dscp;
    uint32_t damaged;    /* 1 if errors that no check has found have changed its octets; 0 so far */
} cw_delivery;

/* A packet that was lost. */
typedef struct cw_fate {
    uint32_t size;       /* sizeof(cw_fate) */
    int32_t port;        /* where it was offered */
    uint64_t at_ps;      /* when the first of it was lost */
    uint64_t offered_ps; /* for when it was offered */
    uint64_t tag;        /* what it was offered with */
    const char *place;   /* where, and why, by the names that tables have: "dslam.line", "overflow"; the path's, until it */
    const char *reason;  /* is closed */
} cw_fate;

/* How a path is opened. */
typedef struct cw_opening {
    uint32_t size;               /* sizeof(cw_opening) */
    uint32_t fates;              /* not 0: note from the start what becomes of packets that do not arrive */
    uint64_t seed;               /* as of cw_path_open */
    const char *const *variable; /* the keys of links that cw_path_set may set; NULL if there are none */
    size_t variables;            /* how many */
} cw_opening;

uint32_t cw_abi_version(void);

/* The version of Cellwise, such as "0.1.0". */
const char *cw_version(void);

/*
 * Opens the network of a scenario: `octets` octets of TOML in UTF-8, which need no NUL at their end. The seed is that of
 * all random numbers, in place of the scenario's own; the scenario's `duration` is the end of the path. Files that a scenario
 * names are not read: give what they hold.
 *
 * NULL if the scenario is not in order or takes more memory than it may. `error` then has every reason, a line each, cut to
 * `room` octets with the NUL; else it is empty. It may be NULL if room is 0.
 */
cw_path *cw_path_open(const char *toml, size_t octets, uint64_t seed, char *error, size_t room);

/*
 * The same, with keys of links that may be set while the path runs, named as in the scenario and each of one direction:
 *   links.NAME.rate                               in bit/s; 0 stops the line, and what comes waits
 *   links.NAME.packet_errors.packet_error_ratio   of a packet link: a share from 0 to 1; at 1 nothing arrives
 *   links.NAME.errors.cell_error_ratio            of a link of cells
 * and for the way back reverse_rate, reverse_packet_errors and reverse_errors. NULL, with every reason and the names that
 * there are, if a key is unknown or of something that cannot be variable. What is not declared costs nothing.
 */
cw_path *cw_path_open_with(const char *toml, size_t octets, const cw_opening *opening, char *error, size_t room);

/* A copy that goes on from here; neither knows of the other. NULL for NULL and after a fault. Close it, too. */
cw_path *cw_path_fork(cw_path *path);

/* Gives a path back with all that it owns. Nothing happens for NULL. */
void cw_path_close(cw_path *path);

/* Why the last call of this path that was refused was, or which limit has stopped it; empty if none was. Never NULL, and
 * the path's until its next call. */
const char *cw_path_error(const cw_path *path);

/* How many ports there are; they are numbered from 0, in the order of flows: of each its source's, then its destination's. */
int cw_path_ports(cw_path *path);

/* The port of a name: that of its host where one end of one flow is there, else FLOW@HOST. CW_PORT, CW_NULL, CW_TEXT. */
int cw_path_port(cw_path *path, const char *name);

/* Writes the name of a port, cut to `room` octets with the NUL; gives its length without the NUL, or CW_PORT. With room 0
 * it only tells the length, and `name` may be NULL. */
ptrdiff_t cw_path_port_name(cw_path *path, int port, char *name, size_t room);

/* The longest packet that a port takes, in octets of the IP packet; CW_PORT. */
int cw_path_mtu(cw_path *path, int port);

/*
 * Gives a packet to a port at an instant, which is the present or later. It enters after everything else of that instant;
 * of packets for one instant, by port and then in the order of calls. CW_OK, or CW_LATE, CW_PROMISED, CW_TOO_LONG, CW_EMPTY,
 * CW_ECN, CW_DSCP, CW_PORT, CW_NULL, CW_SIZE, CW_MEMORY.
 */
int cw_path_offer(cw_path *path, int port, uint64_t at_ps, const cw_packet *packet);

/*
 * Sets a value at an instant, which is the present or later: after everything else of that instant, but before the packets that
 * are offered for it. What can be set are the congestion windows of flows whose `tcp.variant` is "external", in octets:
 * "flows.NAME.cwnd"; and the keys of links with which the path was opened. What is set of a link holds for packets and cells
 * whose transmission begins later. CW_OK, or CW_KEY, CW_RANGE, CW_LATE, CW_PROMISED, CW_NULL, CW_TEXT, CW_MEMORY.
 */
int cw_path_set(cw_path *path, const char *key, uint64_t at_ps, uint64_t value);

/* The same of a share, such as an error ratio. */
int cw_path_set_share(cw_path *path, const char *key, uint64_t at_ps, double share);

/* Promises that nothing is offered or set for an instant before `until_ps`, whatever arrives. The network may then run ahead of
 * deliveries, which is faster; what arrives is the same. */
int cw_path_promise_open(cw_path *path, uint64_t until_ps);

/*
 * Lets time go on up to `until_ps`, inclusive, or to the first instant at which something arrives: CW_DELIVERED, and take has
 * it. CW_UNTIL, CW_END, CW_LIMIT, CW_FAULT. `at_ps`, which may be NULL, becomes the present, at which you may offer. An
 * instant that has passed stands for the present, CW_NEVER for the end.
 */
int cw_path_run(cw_path *path, uint64_t until_ps, uint64_t *at_ps);

/*
 * Takes what has arrived by the present and was not taken yet, in the order of time and ports, into `room` structs; gives
 * how many. Set out[0].size; the others are written. What has no room is kept for the next call. CW_ROOM, CW_NULL, CW_SIZE.
 */
ptrdiff_t cw_path_take(cw_path *path, cw_delivery *out, size_t room);

/* The present; CW_NEVER for NULL, after a fault and when the path has ended. */
uint64_t cw_path_now(const cw_path *path);

/* An instant before which certainly nothing arrives unless something is offered; CW_NEVER if nothing will. */
uint64_t cw_path_earliest(const cw_path *path);

/* Notes from now on what becomes of packets that do not arrive; of those offered before nothing is known. To have all, open
 * the path with cw_opening.fates. */
int cw_path_keep_fates(cw_path *path);

/* Takes the packets lost by the present, by the instants at which they were, like cw_path_take. Nothing is noted before that
 * is asked for: they are all if the path was opened with cw_opening.fates, else those offered since cw_path_keep_fates, or
 * since the first call of this. */
ptrdiff_t cw_path_fates(cw_path *path, cw_fate *out, size_t room);

/*
 * Ends the path at the present. `*json` becomes what any run gives, as JSON in UTF-8 with a NUL, the path's until it is
 * closed: {"version", "summary": {...}, "tables": {"flows": [{column: value, ...}, ...], ...}, "series": [...]}; `octets`,
 * which may be NULL, its length. The names are those of results (docs/results.md). What was not taken is gone; a second call
 * gives the same, others CW_FINISHED.
 */
int cw_path_finish(cw_path *path, const char **json, size_t *octets);

#ifdef __cplusplus
}
#endif

#endif
