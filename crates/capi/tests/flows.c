/* Packets of several flows at one port: a queue that serves flows separately tells them apart. */
#include <cellwise.h>

#include <stdio.h>
#include <string.h>

#define MS 1000000000u

static const char LINE[] =
    "duration = \"1 s\"\n"
    "[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n"
    "[links.l]\nkind = \"raw\"\nends = [\"a\", \"b\"]\nrate = \"8 Mbit/s\"\ndelay = \"1 ms\"\nqueue = { discipline = \"fq-codel\" }\n"
    "[flows]\nf = { kind = \"outside\", from = \"a\", to = \"b\" }\n";

/* How many of ten long packets of flow 1 come before a short one of a flow that is offered after them. */
static int long_packets_before(uint32_t flow)
{
    char error[400];
    cw_path *path = cw_path_open(LINE, strlen(LINE), 1, error, sizeof error);
    for (uint64_t tag = 0; tag <= 10; ++tag) {
        cw_packet packet = {.size = sizeof packet, .octets = 1500, .tag = tag, .flow = 1};
        if (tag == 10) {
            packet.octets = 100;
            packet.flow = flow;
        }
        cw_path_offer(path, 0, tag + 1, &packet);
    }
    int before = 0;
    while (cw_path_run(path, 100 * (uint64_t)MS, NULL) == CW_DELIVERED) {
        cw_delivery out = {.size = sizeof out};
        while (cw_path_take(path, &out, 1) == 1 && out.tag != 10)
            ++before;
        if (out.tag == 10)
            break;
    }
    cw_path_close(path);
    return before;
}

int main(void)
{
    printf("%d %d\n", long_packets_before(1), long_packets_before(2));
    return 0;
}
