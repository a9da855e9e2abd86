"""Makes the calls of job.yaml for all rows of a data set, with the workers of Spark.

    spark-submit spark_rows.py rows.ndjson out [OPTION ...]

The workers see the same files, and have apicall where the driver has it. Spark gives the rows to apicall, and keeps the results of a partition when apicall has ended. If a worker is lost, the
whole partition is made again: the calls must be idempotent, or have an Idempotency-Key.
"""
import os
import shlex
import sys

from pyspark.sql import SparkSession

PARTITIONS = 100
JOB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "job.yaml")


def main(rows, out, *options):
    context = SparkSession.builder.appName("rows").getOrCreate().sparkContext
    command = ["apicall", "run", JOB, "--rows", "-", "--results", "-", "--exit-final", "0", "-j", "16", *options]
    # Without env, the commands have no variables.
    env = {name: os.environ[name] for name in ("PATH", "HOME")}
    results = context.textFile(rows, PARTITIONS).pipe(shlex.join(command), env=env, checkCode=True)
    results.saveAsTextFile(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
