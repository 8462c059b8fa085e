"""`cellwise convert`: what people have becomes tables of rates, arrivals and delays, exactly."""

import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cellwise as cw
from cellwise.traces import FORMATS, Given, TraceError, convert

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

#: Four lines as the page of the data set shows them.
HSDPA = """1289406399 549692 59.851754 10.781778 248069 1008
1289406400 550772 59.851864 10.781833 191698 1080
1289406401 551773 59.851964 10.781901 280579 1001
1289406402 552893 59.85206  10.781969 248971 1120
"""
PENSIEVE = "0.0 9.9\n0.5 4\n1.5 1.25\n"
MAHIMAHI = "0\n1\n1\n100\n150\n250\n"
PING = """PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=23.6 ms
64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=20.1 ms
1008 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time=31.25 ms
"""
CSV = "at_s,rate_mbps,bytes\n0,10,100\n1.5,2.25,1200\n"


def ipv4(length: int, source: int = 1, destination: int = 200) -> bytes:
    ends = bytes([192, 0, 2, source, 192, 0, 2, destination])
    return bytes([0x45, 0]) + struct.pack(">H", length) + bytes(8) + ends


def ethernet(packet: bytes, tags: int = 0) -> bytes:
    return bytes(12) + b"\x81\x00\x00\x01" * tags + b"\x08\x00" + packet


def pcap(frames: list[tuple[int, bytes]], order: str = "<", magic: int = 0xA1B2C3D4, link: int = 1) -> bytes:
    parts = [struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 65535, link)]
    unit = 10**6 if magic == 0xA1B2C3D4 else 10**9
    parts += [
        struct.pack(f"{order}4I", at // unit, at % unit, len(octets), len(octets)) + octets
        for at, octets in frames
    ]
    return b"".join(parts)


def block(kind: int, body: bytes, order: str = "<") -> bytes:
    body += bytes(-len(body) % 4)
    return struct.pack(f"{order}2I", kind, len(body) + 12) + body + struct.pack(f"{order}I", len(body) + 12)


def pcapng(frames: list[tuple[int, bytes]], order: str = "<", resolution: bytes = b"\x09") -> bytes:
    section = block(0x0A0D0D0A, struct.pack(f"{order}IHHq", 0x1A2B3C4D, 1, 0, -1), order)
    option = struct.pack(f"{order}2H", 9, 1) + resolution + bytes(3) + bytes(4)
    interface = block(1, struct.pack(f"{order}HHI", 1, 0, 0) + option, order)
    packets = (
        struct.pack(f"{order}5I", 0, at >> 32, at & 0xFFFFFFFF, len(octets), len(octets)) + octets
        for at, octets in frames
    )
    return b"".join([section, interface, *(block(6, body, order) for body in packets)])


PACKETS = [(10**15 + at, ethernet(ipv4(length))) for at, length in ((0, 1500), (12, 29), (12, 100))]
SAMPLES = {
    "hsdpa": HSDPA.encode(),
    "pensieve": PENSIEVE.encode(),
    "mahimahi": MAHIMAHI.encode(),
    "ping": PING.encode(),
    "csv": CSV.encode(),
    "pcap": pcap(PACKETS),
    "pcapng": pcapng(PACKETS),
}


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(line.split(",")) for line in table.splitlines()[1:]]


def test_every_format_has_a_sample_and_is_recognised_by_its_content() -> None:
    assert set(SAMPLES) == set(FORMATS)
    for name, content in SAMPLES.items():
        assert convert(content).text() == convert(content, name).text()


def test_hsdpa_gives_the_rate_of_the_milliseconds_before_each_line() -> None:
    ends, bits = (0, 1008, 2088, 3089), (248069 * 8, 191698 * 8, 280579 * 8, 248971 * 8)
    lengths = (1008, 1080, 1001, 1120)
    wanted = [
        (f"{end / 1000:g}", str(round(bit * 1000 / ms)))
        for end, bit, ms in zip(ends, bits, lengths, strict=True)
    ]
    table = convert(HSDPA.encode())
    assert rows(table.text()) == wanted
    assert (
        table.setting(Path("a.csv")) == 'line = { line = "rate-table", file = "a.csv", period = "4.209 s" }'
    )


def test_pensieves_rate_lasts_from_the_line_before() -> None:
    assert convert(PENSIEVE.encode()).text() == "at_s,rate_bps\n0,4000000\n0.5,1250000\n"
    assert 'period = "1.5 s"' in convert(PENSIEVE.encode()).setting(Path("a.csv"))


def test_mahimahis_opportunities_are_counted_over_a_time() -> None:
    # Four up to 100 ms, one up to 200 ms, one in the last 50 ms.
    assert rows(convert(MAHIMAHI.encode()).text()) == [("0", "480000"), ("0.1", "120000"), ("0.2", "240000")]
    assert rows(convert(MAHIMAHI.encode(), given=Given(every="250 ms")).text()) == [("0", str(6 * 12000 * 4))]


def test_pings_give_what_a_reply_took_more_than_the_quickest_of_its_size() -> None:
    assert convert(PING.encode()).text() == "3.5\n0\n0\n"


def test_a_log_has_any_two_columns() -> None:
    assert convert(CSV.encode()).text() == "at_s,rate_bps\n0,10000000\n1.5,2250000\n"
    assert convert(CSV.encode(), given=Given(size="bytes")).text() == "at_s,bytes\n0,100\n1.5,1200\n"
    assert rows(convert(CSV.encode(), given=Given(time="1:ms", rate="3:kB/s")).text()) == [
        ("0", "800000"),
        ("0.0015", "9600000"),
    ]
    assert rows(convert(CSV.encode(), given=Given(before=True)).text()) == [("0", "2250000")]


@pytest.mark.parametrize(
    ("text", "given_"),
    [
        ("when,down\n1700000000.5,1\n1700000001.75,2\n", Given(time="when:s", rate="down:Mbit/s")),
        ("1700000000.5 x 1\n1700000001.75 y 2\n", Given(time="1:s", rate="3:Mbit/s")),
        ("t (s);Rate [Mbit/s]\n0,5;1\n1,75;2\n", Given()),
        ("# time\trate_Mbps\n2024-05-01T12:00:00\t1\n2024-05-01T12:00:01.25\t2\n", Given(time="time")),
        ("# by a logger\nt_s,r_mbps\n5,1\n6.25,2\n", Given()),
        ('"a:b",r\n"500",1000\n\n# a comment\n1750,2e3\n', Given(time="a:b:ms", rate="r:kbps")),
    ],
)
def test_logs_are_read_as_programs_write_them(text: str, given_: Given) -> None:
    assert rows(convert(text.encode(), given=given_).text()) == [("0", "1000000"), ("1.25", "2000000")]


@pytest.mark.parametrize("order", ["<", ">"])
def test_captures_of_either_format_and_order_give_instants_and_sizes(order: str) -> None:
    wanted = [("0", "1472"), ("0.000012", "1"), ("0.000012", "72")]
    assert rows(convert(pcap(PACKETS, order)).text()) == wanted
    assert rows(convert(pcapng(PACKETS, order, b"\x06")).text()) == wanted
    in_ns = [("0", "1472"), ("0.000000012", "1"), ("0.000000012", "72")]
    assert rows(convert(pcap(PACKETS, order, 0xA1B23C4D)).text()) == in_ns
    assert rows(convert(pcapng(PACKETS, order)).text()) == in_ns
    halves = [(at - 10**15, octets) for at, octets in PACKETS]
    assert rows(convert(pcapng(halves, order, b"\x81")).text())[-1] == ("6", "72")


def test_ip_is_found_below_tags_pppoe_and_other_links() -> None:
    packet = ipv4(100)
    pppoe = bytes(12) + b"\x88\x64" + bytes(6) + b"\x00\x21" + packet
    ipv6 = bytes([0x60]) + bytes(3) + struct.pack(">H", 60) + bytes(34)
    for link, octets in (
        (1, ethernet(packet, 2)),
        (1, pppoe),
        (1, bytes(12) + b"\x86\xdd" + ipv6),
        (0, b"\x02\x00\x00\x00" + packet),
        (9, b"\xff\x03\x00\x21" + packet),
        (101, packet),
        (113, bytes(16) + packet),
        (276, bytes(20) + packet),
    ):
        assert rows(convert(pcap([(0, octets)], link=link)).text()) == [("0", "72")], link


def test_one_way_of_a_capture_is_chosen_by_its_source() -> None:
    arp = bytes(12) + b"\x08\x06" + bytes(28)
    frames = [(0, arp), (5, ethernet(ipv4(60, 1))), (7, ethernet(ipv4(1500, 2))), (9, ethernet(ipv4(70, 1)))]
    both = convert(pcap(frames))
    assert rows(both.text()) == [("0", "32"), ("0.000002", "1472"), ("0.000004", "42")]
    assert both.notes == [
        "1 frames without an IP packet are left out",
        "packets from 192.0.2.1, 192.0.2.2; --source ADDRESS takes those of one",
    ]
    assert rows(convert(pcap(frames), given=Given(source="192.0.2.2")).text()) == [("0", "1472")]
    with pytest.raises(
        TraceError,
        match=r"no IP packet from 192\.0\.2\.9, but from 192\.0\.2\.1 to 192\.0\.2\.200, from 192\.0\.2\.2 ",
    ):
        convert(pcap(frames), given=Given(source="192.0.2.9"))


def test_packets_to_an_address_are_chosen_of_all_sources_or_of_one() -> None:
    ipv6 = b"\x60" + bytes(3) + struct.pack(">H", 60) + bytes(2) + bytes(15) + b"\x01" + bytes(15) + b"\x02"
    packets = [ipv4(60, 1, 2), ipv4(70, 2, 1), ipv4(80, 1, 3), ipv4(90, 3, 2), ipv6]
    capture = pcap([(at, packet) for at, packet in enumerate(packets)], link=101)

    def sizes(**ends: str) -> list[int]:
        table = convert(capture, given=Given(**ends))
        assert table.notes == []
        return [int(row[1]) + 28 for row in rows(table.text())]

    assert sizes(destination="192.0.2.2") == [60, 90]
    assert sizes(source="192.0.2.1", destination="192.0.2.2") == [60]
    assert sizes(destination="::2") == [100]
    with pytest.raises(TraceError, match=r"no IP packet to 192\.0\.2\.9, but .*, from ::1 to ::2"):
        sizes(destination="192.0.2.9")


def test_of_a_capture_that_was_cut_the_whole_packets_are_taken() -> None:
    for whole in (pcap(PACKETS), pcapng(PACKETS)):
        cut = convert(whole[:-5])
        assert len(rows(cut.text())) == 2
        assert "not written whole" in cut.notes[0]


def test_our_own_captures_give_the_packets_that_a_host_sent(brief: cw.Scenario, tmp_path: Path) -> None:
    for ending in ("pcap", "pcapng"):
        run = cw.run(brief, captures={"ip@s1": tmp_path / f"s1.{ending}"})
        sent = run.columns("flows")["segments_sent"][0]
        both = len(rows(convert((tmp_path / f"s1.{ending}").read_bytes()).text()))
        assert both > sent > 10


@pytest.mark.parametrize("name", ["hsdpa", "pensieve", "mahimahi", "csv"])
def test_a_link_carries_the_mean_of_a_converted_trace(cli: Cli, tmp_path: Path, name: str) -> None:
    """A stream that is faster than the trace gets its mean: 1472 octets of data in each 1500 of IP."""
    content = SAMPLES[name] if name != "csv" else CSV.encode() + b"3,4,1\n"
    (tmp_path / "trace").write_bytes(content)
    done = cli("convert", "trace", "-o", "rates.csv")
    assert done.returncode == 0, done.stderr
    setting = done.stdout.splitlines()[-1]
    table = convert(content)
    period_s = float(setting.partition('period = "')[2].partition(" s")[0] or 3)
    at, bps = zip(*((float(at), int(rate)) for at, rate in rows(table.text())), strict=True)
    ends = [*at[1:], period_s]
    bits = sum(rate * (end - start) for start, end, rate in zip(at, ends, bps, strict=True))
    (tmp_path / "link.toml").write_text(f"""
        duration = "{period_s} s"
        nodes = {{ a = {{ kind = "host" }}, b = {{ kind = "host" }} }}
        [links.l]
        ends = ["a", "b"]
        kind = "raw"
        rate = "1 Gbit/s"
        delay = "0 s"
        {setting}
        [flows.f]
        kind = "udp"
        from = "a"
        to = "b"
        udp = {{ rate = "20 Mbit/s", payload = "1472 bytes" }}
    """)
    run = cw.run(tmp_path / "link.toml")
    received = int(run.columns("flows")["segments_received"][0])
    # The packet under way at the end has not arrived, and the first leaves at 0 s.
    assert bits / 12000 - 2 <= received <= bits / 12000


def test_a_flow_sends_the_arrivals_of_a_capture(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.pcap").write_bytes(pcap(PACKETS))
    done = cli("convert", "a.pcap", "-o", "arrivals.csv")
    assert done.stdout.splitlines()[:2] == ["arrivals.csv", "3 arrivals in 0.000012 s, 1545 octets of data"]
    (tmp_path / "flow.toml").write_text(f"""
        duration = "1 s"
        nodes = {{ a = {{ kind = "host" }}, b = {{ kind = "host" }} }}
        links.l = {{ ends = ["a", "b"], kind = "raw", rate = "1 Mbit/s", delay = "0 s" }}
        [flows.f]
        kind = "udp"
        from = "a"
        to = "b"
        {done.stdout.splitlines()[2]}
    """)
    row = cw.run(tmp_path / "flow.toml").columns("flows")
    assert (int(row["segments_received"][0]), int(row["delivered_bytes"][0])) == (3, 1545)


def test_a_link_draws_from_the_delays_of_pings(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "delays.txt").write_text(cli("convert", "-", stdin=PING).stdout)
    setting = convert(PING.encode()).setting(Path("delays.txt"))
    text = f"""
        duration = "100 ms"
        nodes = {{ a = {{ kind = "host" }}, b = {{ kind = "host" }} }}
        [links.l]
        ends = ["a", "b"]
        kind = "raw"
        rate = "1 Mbit/s"
        delay = "0 s"
        {setting}
        [flows.p]
        kind = "ping"
        from = "a"
        to = "b"
    """
    assert cw.Scenario.from_toml(text, folder=tmp_path).to_dict()["links"]["l"]["jitter"]["delays_ms"] == [
        3.5,
        0,
        0,
    ]


def refused(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, (word, done.stderr)


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("1 2 3 4 5 6\n1 2 3 4 x 6\n1 2 3\n", [], ["trace:2: 'x'", "trace:3: '1 2 3'", "give 6 numbers"]),
        ("1 2 3 4 5 0\n", [], ["trace:1:", "more than 0 ms"]),
        ("0 1\n0.5 2\n0.5 3\n", [], ["trace:3:", "not after"]),
        ("0 1\n1 -2\n", [], ["trace:2: '-2'", "at least 0"]),
        ("0 1\n1 1e9\n", [], ["trace:2: '1e9'", "10000 Gbit/s"]),
        ("0 1\n", [], ["trace:1:", "give two"]),
        ("0 0\n1 0\n", [], ["trace: has no rate above 0"]),
        ("5\n4\n", [], ["trace:2:", "before"]),
        ("5\n4.5\n", [], ["trace:2: '4.5'", "whole number"]),
        ("0\n", [], ["trace:1:", "length of the trace"]),
        ("5\n", ["--every", "1 us"], ["--every", "1 ms"]),
        ("5\n", ["--every", "soon"], ["soon"]),
        ("a,b\n1,2\n", [], ["--time", "'a, b'", "1:s"]),
        ("a,b\n1,2\n", ["--time", "a", "--rate", "b"], ["--time", "unit", "1:s"]),
        ("a,b\n1,2\n", ["--time", "c:s", "--rate", "b:bps"], ["--time: 'c' is no column", "a, b"]),
        ("a,b\n1,2\n", ["--time", "1:s", "--rate", "2:fast"], ["--rate: 'fast'", "Mbit/s"]),
        ("a,b\n1,2\n", ["--time", "a:s", "--rate", "b:Mb"], ["--rate: 'Mb' is not known", "Mbit/s"]),
        ("a,b\n1,2\n", ["--time", "1:s", "--rate", "2:bps", "--size", "2:bytes"], ["--rate, --size"]),
        ("at_s,bytes\n1,0\n2,70000\n3\n", [], ["trace:2: '0'", "trace:3: '70000'", "65507", "trace:4: '3'"]),
        ("at_s,rate_bps\n1,2\nnan,2\n", [], ["trace:3: 'nan'", "give a number"]),
        ("at_s,rate_bps\n1,2\n2024-13-01,2\n", [], ["trace:3: '2024-13-01'", "date"]),
        ("hello\n", [], ["--from", "'hello'", "pcapng"]),
        ("", [], ["--from"]),
        ("5\n", ["--from", "tar"], ["--from: 'tar'", "mahimahi"]),
        ("5\n", ["--from", "pcap"], ["trace: does not begin"]),
        ("5\n", ["--from", "ping"], ["trace:1:", "fping"]),
        ("5\n", ["--source", "192.0.2.1"], ["--source", "mahimahi"]),
    ],
)
def test_a_mistake_is_reported_with_file_line_value_and_rule(
    cli: Cli, tmp_path: Path, content: str, options: list[str], words: list[str]
) -> None:
    (tmp_path / "trace").write_text(content)
    refused(cli("convert", "trace", *options, "-o", "new.csv"), *words)
    assert not (tmp_path / "new.csv").exists()


def test_a_record_is_not_replaced_by_its_table(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "down.csv"
    record.write_text(CSV)
    for name in ("down.csv", "./down.csv", str(record)):
        done = cli("convert", "down.csv", "-o", name)
        assert (done.returncode, record.read_text()) == (2, CSV)
        assert "error: --out: " in done.stderr
        assert "is the record itself" in done.stderr


def test_mistakes_of_captures_are_reported(cli: Cli, tmp_path: Path) -> None:
    for content, word in (
        (pcap([]), "no IP packet"),
        (pcap([(0, bytes(40))], link=147), "link type 147"),
        (pcapng([])[:28], "no IP packet"),
        (pcapng([])[:28] + block(6, struct.pack("<5I", 3, 0, 0, 0, 0)), "interface 3"),
        (pcapng([])[:28] + struct.pack("<3I", 1, 4, 4), "block of 4 octets"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
    ):
        (tmp_path / "trace").write_bytes(content)
        refused(cli("convert", "trace"), "trace: ", word)
    (tmp_path / "trace").write_bytes(pcap(PACKETS))
    for option in ("--source", "--destination"):
        refused(cli("convert", "trace", option, "here"), f"{option}: 'here'")
    refused(cli("convert", "absent"), "absent")
    refused(cli("convert", "."), ".")


changes = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 8), st.binary(max_size=6)), max_size=4)


def changed(content: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
    for at, octets, new in places:
        at %= len(content) + 1
        content = content[:at] + new + content[at + octets :]
    return content


words = st.none() | st.sampled_from(
    ["1", "2:s", "bytes", "3:Mbit/s", "9", ":", "at_s:ms", "100 ms", "192.0.2.1"]
)


@pytest.mark.hypothesis
@given(
    content=st.builds(changed, st.sampled_from(list(SAMPLES.values())), changes) | st.binary(max_size=300),
    name=st.none() | st.sampled_from(list(FORMATS)),
    given_=st.builds(Given, words, words, words, st.booleans(), words, words),
)
@example(content=b"0,1\n" + b"9" * 5000 + b",1\n", name="csv", given_=Given("1:s", "2:bps"))
@example(content=b"\xd9\xa1,1\n2,1\n", name="csv", given_=Given("1:s", "2:bps"))
def test_whatever_a_file_holds_it_is_a_table_that_a_scenario_takes_or_refused_in_words(
    content: bytes, name: str | None, given_: Given
) -> None:
    reported = result(content, name, given_)
    assert (
        reported.startswith(("at_s,", "trace:", "--"))
        or "is not allowed" in reported
        or reported[0].isdigit()
    ), reported


def result(content: bytes, name: str | None, given_: Given) -> str:
    """Give the table as text, or the mistakes; any other error than a ValueError in words is a fault."""
    try:
        return convert(content, name, given_).text()
    except TraceError as error:
        return error.in_file("trace")
    except UnicodeError:
        raise
    except ValueError as error:
        return str(error)
