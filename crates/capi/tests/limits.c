/* What a path may hold: its scenario is read, and packets wait, within `limits.memory`. */
#include <cellwise.h>

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define MS 1000000000u

static const char LARGE[] = "topology = { template = \"adsl\", lines = 100000 }\nlimits.memory = \"20 MB\"\n";
static const char LINE[] =
    "duration = \"100 s\"\nlimits.memory = \"20 MB\"\n"
    "[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n"
    "[links]\nl = { kind = \"raw\", ends = [\"a\", \"b\"], rate = \"10 Gbit/s\", delay = \"1 ms\" }\n"
    "[flows]\nf = { kind = \"outside\", from = \"a\", to = \"b\" }\n";

static long peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static long offered(cw_path *path, uint64_t at_ps)
{
    cw_packet packet = {.size = sizeof packet, .octets = 100};
    long count = 0;
    while (count < 3000000 && cw_path_offer(path, 0, at_ps, &packet) == CW_OK)
        ++count;
    return count;
}

int main(void)
{
    char error[400];
    cw_path *path = cw_path_open(LINE, strlen(LINE), 1, error, sizeof error);
    long empty = peak_kilobytes();
    printf("opened %d %s\n", path != NULL, error);
    printf("large %d %s\n", cw_path_open(LARGE, strlen(LARGE), 1, error, sizeof error) != NULL, error);
    printf("offered %ld\n", offered(path, MS));
    cw_packet packet = {.size = sizeof packet, .octets = 100};
    printf("code %d ", cw_path_offer(path, 0, MS, &packet));
    printf("%s\n", cw_path_error(path));

    /* Taken as it comes, what has arrived makes room again. */
    long arrived = 0;
    while (cw_path_run(path, 50u * (uint64_t)1000 * MS, NULL) == CW_DELIVERED) {
        cw_delivery out[64];
        ptrdiff_t count;
        do {
            out[0].size = sizeof out[0];
            count = cw_path_take(path, out, 64);
            arrived += (long)count;
        } while (count == 64);
    }
    printf("arrived %ld\n", arrived);
    printf("again %ld\n", offered(path, 60u * (uint64_t)1000 * MS));
    cw_path_close(path);
    printf("kilobytes %ld\n", peak_kilobytes() - empty);
    return 0;
}
