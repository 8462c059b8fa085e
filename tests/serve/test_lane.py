"""Lanes of processes: what they start, they end."""

import subprocess
import sys

#: Ends a lane whose process is in the middle of a task that is cancelled at the same time.
ENDED_IN_A_TASK = """
import asyncio
from cellwise.serve.lane import Bounds, Lane

async def main():
    lane = Lane(Bounds(1, 5, 1 << 30, 100.0, 300.0))
    await lane.start()
    task = asyncio.create_task(lane.do("studies", {"folder": "nowhere"}))
    await asyncio.sleep(0.01)
    task.cancel()
    await lane.end()

asyncio.run(main())
print("ended")
"""


def test_a_lane_that_ends_in_the_middle_of_a_task_starts_no_other_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDED_IN_A_TASK], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout == "ended\n", done.stderr


#: Ends a lane whose process is being started, after so many turns of the event loop, and says what is left.
ENDED_WHILE_IT_BEGINS = """
import asyncio
from cellwise.serve.lane import Bounds, Lane

async def main(turns):
    lane = Lane(Bounds(1, 5, 1 << 30, 100.0, 300.0))
    starting = asyncio.create_task(lane.start())
    for _ in range(turns):
        await asyncio.sleep(0)
    starting.cancel()
    await lane.end()
    await asyncio.wait({starting})
    # What waits for what is over by now may need a turn or two.
    for _ in range(5):
        await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}, asyncio.all_tasks()

for turns in range(12):
    asyncio.run(main(turns))
print("ended")
"""


def test_a_lane_that_ends_while_a_process_begins_leaves_nothing_to_the_loop() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ENDED_WHILE_IT_BEGINS],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == "ended\n", done.stderr
    assert done.stderr == ""
