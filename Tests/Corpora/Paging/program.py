"""What apicall does."""
import json
import subprocess


class Program:
    def __init__(self, path, home, url):
        self.path, self.url = path, url
        self.environment = {"HOME": home, "PATH": "/usr/bin:/bin", "TZ": "UTC"}

    def run(self, file, arguments, *options):
        """The exit status, the output and the messages."""
        run = subprocess.run(
            [self.path, "run", file, *arguments, "--host", self.url, *options],
            capture_output=True, timeout=60, env=self.environment, stdin=subprocess.DEVNULL)
        return run.returncode, run.stdout.decode(), run.stderr.decode()

    def values(self, file, arguments):
        """The same with the values that are printed."""
        status, output, message = self.run(file, arguments, "--format", "ndjson")
        return status, [json.loads(line) for line in output.split("\n")[:-1]], message
