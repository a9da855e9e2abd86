#!/bin/sh
#SBATCH --array=1-100%50
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
# Makes the calls of job.yaml for all rows of a file, as an array of Slurm:
#
#   sbatch slurm.sh rows.ndjson out [OPTION ...]
#
# Slurm starts the tasks of a lost node again. A task with rows that are left asks for it itself.
set -u
rows=$1 out=$2
shift 2
mkdir -p "$out"
apicall run job.yaml --rows "$rows" --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --results "$out/$SLURM_ARRAY_TASK_ID.ndjson" --resume --grace 30s -j 16 "$@" &
trap 'kill -TERM $!' TERM
wait $!
status=$?
# The signal ends the first wait.
[ $status -le 128 ] || { wait $!; status=$?; }
[ $status -ne 75 ] || scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit $status
