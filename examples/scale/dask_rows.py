"""Makes the calls of job.yaml for all rows of a file, with the workers of a Dask cluster.

    python3 dask_rows.py tcp://scheduler:8786 rows.ndjson out [OPTION ...]

The workers see the same files, and have apicall on their PATH. The exit status is the worst of all parts. A worker that is lost, or a part with rows that are left, is tried again; another run of
the same command makes what is left.
"""
import os
import subprocess
import sys

from dask.distributed import Client, KilledWorker

PARTS = 100
JOB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "job.yaml")


class Left(Exception):
    """Rows are left that a later try may make."""


def part(number, rows, out, options):
    status = subprocess.run(
        ["apicall", "run", JOB, "--rows", rows, "--part", f"{number}/{PARTS}", "--results", f"{out}/{number}.ndjson",
         "--resume", "-j", "16", *options]).returncode
    if status < 0 or status in (75, 137, 143):
        raise Left(f"part {number} ended with {status}")
    return status


def ended(future):
    # The result stands on a worker. If that one is lost now, result() waits until another has made the part again.
    try:
        return future.result()
    except (Left, KilledWorker):
        return 75


def tolerate(dask_scheduler):
    # Otherwise a part is given up that was on four workers when they were lost, whatever its retries.
    dask_scheduler.allowed_failures = 1000


def main(scheduler, rows, out, *options):
    os.makedirs(out, exist_ok=True)
    client = Client(scheduler)
    client.run_on_scheduler(tolerate)
    # A pure function would not be called again with the same arguments.
    futures = client.map(part, range(1, PARTS + 1), rows=os.path.abspath(rows), out=os.path.abspath(out),
                         options=options, retries=20, pure=False)
    worst = max([ended(future) for future in futures])
    print(subprocess.run(["apicall", "results", out], stdout=subprocess.PIPE, text=True).stdout, end="")
    return worst


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
