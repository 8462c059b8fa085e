"""Lanes of processes: what they start, they end."""

import subprocess
import sys

#: Ends a lane whose process is in the middle of a long run that is cancelled at the same time.
ENDED_IN_A_RUN = """
import asyncio
import cellwise as cw
from cellwise.serve.lane import Bounds, Lane

async def main():
    lane = Lane(Bounds(1, 5, 1 << 30, 100.0, 300.0), files=False)
    await lane.start()
    scenario = cw.Scenario.from_dict({"topology": {"template": "n-source"}, "duration": "100000 s"})
    given = {"scenario": scenario.to_json(), "record": True, "memory_bytes": 1 << 30}
    begun = asyncio.Event()
    run = asyncio.create_task(lane.do("run", given, progress=lambda fraction: begun.set()))
    await begun.wait()
    run.cancel()
    await lane.end()

asyncio.run(main())
print("ended")
"""


def test_a_lane_that_ends_in_the_middle_of_a_run_starts_no_other_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDED_IN_A_RUN], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "ended\n", done.stderr
