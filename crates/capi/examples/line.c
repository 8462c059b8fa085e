/* A packet over a line and two answers to whatever comes to the client: `line line.toml`. */
#include <stdio.h>
#include <stdlib.h>

#include "cellwise.h"

#define SECOND UINT64_C(1000000000000) /* in ps */

static void offer(cw_path *path, int port, uint32_t octets, uint64_t tag)
{
    cw_packet packet = {.size = sizeof packet, .octets = octets, .ecn = 2, .tag = tag};
    if (cw_path_offer(path, port, cw_path_now(path), &packet) != CW_OK) {
        fprintf(stderr, "%s\n", cw_path_error(path));
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    static char toml[1 << 16], error[1000];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || cw_abi_version() != CW_ABI_VERSION) {
        return EXIT_FAILURE;
    }
    cw_path *path = cw_path_open(toml, fread(toml, 1, sizeof toml, file), 7, error, sizeof error);
    fclose(file);
    if (path == NULL) {
        fprintf(stderr, "%s\n", error);
        return EXIT_FAILURE;
    }
    int client = cw_path_port(path, "client"), server = cw_path_port(path, "server"), answers = 0;
    offer(path, server, 1500, 1);
    while (answers < 2 && cw_path_run(path, SECOND, NULL) == CW_DELIVERED) {
        cw_delivery out[16] = {{.size = sizeof *out}};
        ptrdiff_t taken = cw_path_take(path, out, 16);
        for (ptrdiff_t i = 0; i < taken; i++) {
            const char *name = out[i].port == client ? "client" : "server";
            double delay_ms = (double)(out[i].at_ps - out[i].offered_ps) / 1e9;
            printf("%llu at %s after %.3f ms\n", (unsigned long long)out[i].tag, name, delay_ms);
            if (out[i].port == client) {
                offer(path, server, 40, 99);
                offer(path, client, 40, 100);
                answers++;
            }
        }
    }
    cw_path_close(path);
    return EXIT_SUCCESS;
}
