"""Makes the calls of job.yaml for all rows of a data set, with the workers of Spark.

    spark-submit spark_rows.py rows.ndjson out

Spark gives the rows to apicall, and keeps the results of a partition when apicall has ended. If a worker is lost, the
whole partition is made again: the calls must be idempotent, or have an Idempotency-Key.
"""
import sys

from pyspark.sql import SparkSession

PARTITIONS = 100


def main(rows, out):
    context = SparkSession.builder.appName("rows").getOrCreate().sparkContext
    command = "apicall run job.yaml --rows - --results - --exit-final 0 -j 16"
    context.textFile(rows, PARTITIONS).pipe(command, checkCode=True).saveAsTextFile(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
