/*
 * Drives a path through cellwise.h and prints everything that it is told; `program.rs` does the same through the Rust library
 * and compares. What a correct program never does is at the end: each of it is refused, with its code.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cellwise.h"

_Static_assert(sizeof(cw_packet) == 40, "cw_packet");
_Static_assert(sizeof(cw_delivery) == 48, "cw_delivery");
_Static_assert(sizeof(cw_fate) == 32 + 2 * sizeof(char *), "cw_fate");
_Static_assert(sizeof(cw_opening) == 16 + sizeof(char **) + sizeof(size_t), "cw_opening");

#define MS UINT64_C(1000000000)
#define SHOW(what) printf("%s = %lld\n", #what, (long long)(what))
#define FIELD(type, field) printf("%s.%s %zu\n", #type, #field, offsetof(type, field))

/* A struct of a later version, as a program would have it that knows more than the library. */
struct longer {
    cw_packet known;
    uint64_t unknown;
};

static void layout(void)
{
    FIELD(cw_packet, size);
    FIELD(cw_packet, octets);
    FIELD(cw_packet, tag);
    FIELD(cw_packet, ecn);
    FIELD(cw_packet, dscp);
    FIELD(cw_packet, flow);
    FIELD(cw_packet, source);
    FIELD(cw_packet, destination);
    FIELD(cw_delivery, size);
    FIELD(cw_delivery, port);
    FIELD(cw_delivery, at_ps);
    FIELD(cw_delivery, offered_ps);
    FIELD(cw_delivery, tag);
    FIELD(cw_delivery, octets);
    FIELD(cw_delivery, ecn);
    FIELD(cw_delivery, dscp);
    FIELD(cw_delivery, damaged);
    FIELD(cw_fate, size);
    FIELD(cw_fate, port);
    FIELD(cw_fate, at_ps);
    FIELD(cw_fate, offered_ps);
    FIELD(cw_fate, tag);
    FIELD(cw_fate, place);
    FIELD(cw_fate, reason);
    FIELD(cw_opening, size);
    FIELD(cw_opening, fates);
    FIELD(cw_opening, seed);
    FIELD(cw_opening, variable);
    FIELD(cw_opening, variables);
}

static void codes(void)
{
    SHOW(CW_OK);
    SHOW(CW_DELIVERED);
    SHOW(CW_UNTIL);
    SHOW(CW_END);
    SHOW(CW_LIMIT);
    SHOW(CW_FAULT);
    SHOW(CW_NULL);
    SHOW(CW_SIZE);
    SHOW(CW_TEXT);
    SHOW(CW_ROOM);
    SHOW(CW_PORT);
    SHOW(CW_LATE);
    SHOW(CW_PROMISED);
    SHOW(CW_TOO_LONG);
    SHOW(CW_EMPTY);
    SHOW(CW_ECN);
    SHOW(CW_DSCP);
    SHOW(CW_FINISHED);
    SHOW(CW_KEY);
    SHOW(CW_RANGE);
    SHOW(CW_MEMORY);
}

static cw_packet packet(uint32_t octets, uint64_t tag)
{
    cw_packet made = {sizeof made, octets, tag, (uint32_t)(tag % 4), (uint32_t)(tag % 64), (uint32_t)(tag % 3), 1, 0};
    return made;
}

/* Takes what is there, five at a time, and prints it. */
static void take(cw_path *path)
{
    cw_delivery out[5];
    ptrdiff_t taken;
    out[0].size = sizeof out[0];
    while ((taken = cw_path_take(path, out, 5)) > 0) {
        for (ptrdiff_t i = 0; i < taken; i++) {
            printf("delivery %d %llu %llu %llu %u %u %u %u\n", out[i].port, (unsigned long long)out[i].at_ps,
                   (unsigned long long)out[i].offered_ps, (unsigned long long)out[i].tag, out[i].octets, out[i].ecn,
                   out[i].dscp, out[i].damaged);
        }
    }
}

static void run(cw_path *path, uint64_t until_ps)
{
    uint64_t at_ps = 0;
    int code;
    while ((code = cw_path_run(path, until_ps, &at_ps)) == CW_DELIVERED) {
        printf("delivered %llu\n", (unsigned long long)at_ps);
        take(path);
    }
    printf("stopped %d %llu\n", code, (unsigned long long)at_ps);
}

static void fates(cw_path *path)
{
    cw_fate out[3];
    ptrdiff_t taken;
    out[0].size = sizeof out[0];
    while ((taken = cw_path_fates(path, out, 3)) > 0) {
        for (ptrdiff_t i = 0; i < taken; i++) {
            printf("fate %d %llu %llu %llu %s %s\n", out[i].port, (unsigned long long)out[i].at_ps,
                   (unsigned long long)out[i].offered_ps, (unsigned long long)out[i].tag, out[i].place, out[i].reason);
        }
    }
}

static void drive(cw_path *path)
{
    int home = cw_path_port(path, "home"), server = cw_path_port(path, "server");
    cw_path_keep_fates(path);
    for (uint64_t tag = 0; tag < 200; tag++) {
        cw_packet one = packet(40 + (uint32_t)(tag * 37 % 1400), tag);
        if (cw_path_offer(path, tag % 3 == 0 ? home : server, (1 + tag / 4) * MS, &one) != CW_OK) {
            printf("refused: %s\n", cw_path_error(path));
        }
    }
    cw_path_set(path, "flows.g.cwnd", 10 * MS, 20000);
    printf("earliest %llu\n", (unsigned long long)cw_path_earliest(path));
    run(path, 20 * MS);
    cw_path *fork = cw_path_fork(path);
    cw_packet one = packet(1000, 999);
    cw_path_offer(fork, server, cw_path_now(fork), &one);
    cw_path_promise_open(path, 100 * MS);
    run(path, 300 * MS);
    fates(path);
    run(fork, CW_NEVER);
    fates(fork);
    cw_path_close(fork);
}

/* Everything that is refused, with what is said. */
static void refusals(cw_path *path)
{
    char text[64], cut[9];
    cw_delivery out[2];
    cw_packet good = packet(100, 1), bad = good;
    struct longer longer = {packet(100, 1), 0};
    uint64_t now = cw_path_now(path);

    SHOW(cw_path_port(path, "client"));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_port(path, "\xff"));
    SHOW(cw_path_port(path, NULL));
    SHOW(cw_path_mtu(path, 2));
    SHOW(cw_path_mtu(path, -1));
    SHOW(cw_path_port_name(path, 9, text, sizeof text));
    SHOW(cw_path_port_name(path, 1, NULL, 0));
    SHOW(cw_path_port_name(path, 1, cut, 4));
    printf("%s\n", cut);

    SHOW(cw_path_set(path, "flows.g.cwnd", now, 20000));
    SHOW(cw_path_set(path, "flows.g.cwdn", now, 20000));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_set(path, "flows.g.cwnd", now, 1));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_set(path, "flows.g.cwnd", now - 1, 20000));
    SHOW(cw_path_set(path, NULL, now, 20000));

    SHOW(cw_path_offer(path, 0, now - 1, &good));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_offer(path, 2, now, &good));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_offer(path, 0, now, NULL));
    bad.octets = 70000;
    SHOW(cw_path_offer(path, 0, now, &bad));
    bad.octets = 0;
    SHOW(cw_path_offer(path, 0, now, &bad));
    bad = good, bad.ecn = 4;
    SHOW(cw_path_offer(path, 0, now, &bad));
    bad = good, bad.dscp = 64;
    SHOW(cw_path_offer(path, 0, now, &bad));
    bad = good, bad.size = 20;
    SHOW(cw_path_offer(path, 0, now, &bad));
    printf("%s\n", cw_path_error(path));
    bad.size = 0x7fffffff;
    SHOW(cw_path_offer(path, 0, now, &bad));
    longer.known.size = sizeof longer, longer.unknown = 1;
    SHOW(cw_path_offer(path, 0, now, &longer.known));
    printf("%s\n", cw_path_error(path));
    longer.unknown = 0;
    SHOW(cw_path_offer(path, 0, now, &longer.known));
    SHOW(cw_path_promise_open(path, now + MS));
    SHOW(cw_path_offer(path, 0, now, &good));

    out[0].size = sizeof out[0];
    SHOW(cw_path_take(path, out, 0));
    SHOW(cw_path_take(path, NULL, 2));
    out[0].size = 0;
    SHOW(cw_path_take(path, out, 2));
    SHOW(cw_path_fates(path, NULL, 0));
    SHOW(cw_path_finish(path, NULL, NULL));
}

static void nothing(void)
{
    uint64_t at_ps;
    SHOW(cw_path_ports(NULL));
    SHOW(cw_path_port(NULL, "home"));
    SHOW(cw_path_port_name(NULL, 0, NULL, 0));
    SHOW(cw_path_mtu(NULL, 0));
    SHOW(cw_path_offer(NULL, 0, 0, NULL));
    SHOW(cw_path_set(NULL, "flows.g.cwnd", 0, 20000));
    SHOW(cw_path_promise_open(NULL, 0));
    SHOW(cw_path_run(NULL, 0, &at_ps));
    SHOW(cw_path_take(NULL, NULL, 0));
    SHOW(cw_path_keep_fates(NULL));
    SHOW(cw_path_fates(NULL, NULL, 0));
    SHOW(cw_path_finish(NULL, NULL, NULL));
    SHOW(cw_path_now(NULL) == CW_NEVER && cw_path_earliest(NULL) == CW_NEVER);
    SHOW(cw_path_fork(NULL) == NULL);
    printf("%s\n", cw_path_error(NULL));
    cw_path_close(NULL);
}

/* Scenarios that are none. */
static void unopened(void)
{
    static const char no_scenario[] = "duration = \"1 parsec\"\n[nodes.\"\xc3\xa4\"]\nkind = 3\n";
    char error[2000] = "?", cut[10];
    SHOW(cw_path_open(NULL, 0, 1, error, sizeof error) == NULL);
    printf("%s\n", error);
    SHOW(cw_path_open("\xff", 1, 1, error, sizeof error) == NULL);
    printf("%s\n", error);
    SHOW(cw_path_open(no_scenario, sizeof no_scenario - 1, 1, error, sizeof error) == NULL);
    printf("%s\n", error);
    SHOW(cw_path_open(no_scenario, sizeof no_scenario - 1, 1, cut, sizeof cut) == NULL);
    printf("%s\n", cut);
    SHOW(cw_path_open(no_scenario, sizeof no_scenario - 1, 1, NULL, 0) == NULL);
    SHOW(cw_path_open("", 0, 1, NULL, 9) == NULL);
}

/* A call that may take next to nothing says so, and time goes on in the next ones. */
static void limited(const char *toml, size_t octets)
{
    static char text[5000];
    int length = snprintf(text, sizeof text, "limits.events = 1000\n%.*s", (int)octets, toml);
    cw_path *path = cw_path_open(text, (size_t)length, 7, NULL, 0);
    cw_packet one = packet(40, 1);
    int code, limits = 0;
    for (uint64_t n = 0; n < 5000; n++) {
        cw_path_offer(path, 0, n * MS / 8, &one);
    }
    cw_path_promise_open(path, 1500 * MS);
    while ((code = cw_path_run(path, 1500 * MS, NULL)) != CW_UNTIL && code >= 0) {
        if (code == CW_LIMIT && limits++ == 0) {
            printf("%s\n", cw_path_error(path));
        }
    }
    SHOW(code == CW_UNTIL && limits > 0);
    cw_path_close(path);
}

/* Links that change: a rate, and a black hole, of which the fates are noted from the start. */
static void changing(const char *toml, size_t octets)
{
    const char *keys[] = {"links.adsl.rate", "links.adsl.errors.cell_error_ratio", "links.adsl.delay"};
    cw_opening opening = {sizeof opening, 1, 7, keys, 2};
    char error[500] = "?";
    cw_path *path = cw_path_open_with(toml, octets, &opening, error, sizeof error);
    cw_packet one = packet(100, 1);
    cw_fate fate = {.size = sizeof fate};
    SHOW(cw_path_set_share(path, keys[0], 0, 0.5));
    printf("%s\n", cw_path_error(path));
    SHOW(cw_path_set(path, keys[0], 0, 4000000));
    SHOW(cw_path_set_share(path, keys[1], 0, 1.0));
    SHOW(cw_path_offer(path, cw_path_port(path, "server"), 0, &one));
    SHOW(cw_path_run(path, 1000 * MS, NULL));
    SHOW(cw_path_fates(path, &fate, 1));
    printf("%s %s\n", fate.place, fate.reason);
    cw_path_close(path);
    opening.variables = 3;
    SHOW(cw_path_open_with(toml, octets, &opening, error, sizeof error) == NULL);
    printf("%s\n", error);
    opening.size = 8;
    SHOW(cw_path_open_with(toml, octets, &opening, error, sizeof error) == NULL);
    printf("%s\n", error);
    SHOW(cw_path_open_with(toml, octets, NULL, error, sizeof error) == NULL);
    SHOW(cw_path_set_share(NULL, keys[0], 0, 0.5));
}

static void finish(cw_path *path)
{
    const char *json = NULL, *again = NULL;
    size_t octets = 0;
    cw_packet good = packet(100, 1);
    SHOW(cw_path_finish(path, &json, &octets));
    SHOW(octets == strlen(json));
    printf("%s\n", json);
    SHOW(cw_path_finish(path, &again, NULL));
    SHOW(again == json);
    SHOW(cw_path_offer(path, 0, 2000 * MS, &good));
    SHOW(cw_path_run(path, CW_NEVER, NULL));
    SHOW(cw_path_now(path) == CW_NEVER);
}

int main(int argc, char **argv)
{
    static char toml[4096];
    char error[200] = "?";
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || cw_abi_version() != CW_ABI_VERSION) {
        return EXIT_FAILURE;
    }
    size_t octets = fread(toml, 1, sizeof toml, file);
    fclose(file);
    cw_path *path = cw_path_open(toml, octets, 7, error, sizeof error);
    if (path == NULL || *error != 0 || *cw_path_error(path) != 0) {
        fprintf(stderr, "%s\n", error);
        return EXIT_FAILURE;
    }
    printf("%s %d ports\n", cw_version(), cw_path_ports(path));
    layout();
    codes();
    drive(path);
    refusals(path);
    nothing();
    unopened();
    limited(toml, octets);
    changing(toml, octets);
    finish(path);
    cw_path_close(path);
    return EXIT_SUCCESS;
}
