"""Checks the signatures of generated requests with a library that computes them again: botocore for
aws-sigv4, oauthlib for oauth1.

usage: check_signatures.py PROGRAM aws-sigv4|oauth1 SEED COUNT
"""
import hashlib
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

SECRET = "wJalrXUtnFEMI/K7MDENG"
LETTERS = "ab/ZÜ €=+&?#%~*'()!@:;,$-._ 0\t[]{}|\\^`\"<>"


class Verifier(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    kind = ""
    count = 0
    failures = []

    def log_message(self, *arguments):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        Verifier.count += 1
        try:
            problem = CHECKS[Verifier.kind](self, body)
        except Exception as error:  # an unreadable field, for example
            problem = repr(error)
        if problem:
            Verifier.failures.append(f"{self.command} {self.path}\n{self.headers}{problem}")
        data = b'{"ok": true}'
        self.send_response(403 if problem else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = do_HEAD = answer


def sigv4(self, body):
    """Why botocore computes another signature; None if it is the same."""
    import botocore.auth
    import botocore.awsrequest
    import botocore.credentials
    keys = botocore.credentials.Credentials("AKIDEXAMPLE", SECRET, None)
    given = self.headers["Authorization"]
    scheme, _, rest = given.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    _, day, region, service, _ = parts["Credential"].split("/")
    store = service == "s3"
    kind = botocore.auth.S3SigV4Auth if store else botocore.auth.SigV4Auth
    signer = kind(keys, service, region)
    signed = parts["SignedHeaders"].split(";")
    # http.server takes slashes at the beginning of a path away.
    path, mark, query = self.requestline.split(" ")[1].partition("?")
    if store:
        # Stores sign the names of objects as they are; botocore only sends them encoded so.
        path = "/".join(
            urllib.parse.quote(urllib.parse.unquote_to_bytes(part), safe="~")
            for part in path.split("/"))
    request = botocore.awsrequest.AWSRequest(
        method=self.command, url=f"http://{self.headers['Host']}{path}{mark}{query}", data=body)
    request.context["timestamp"] = self.headers["X-Amz-Date"]
    if store:
        request.context["payload_signing_enabled"] = True
    for name in self.headers.keys():
        if name.lower() in signed and name not in request.headers:
            for value in self.headers.get_all(name):
                # http.server reads fields as ISO 8859-1, and botocore writes UTF-8.
                request.headers.add_header(
                    name, value.encode("latin-1").decode("utf-8", "replace"))
    wanted = [name for name in self.headers.keys()
              if name.lower() in ("host", "content-type") or name.lower().startswith("x-amz-")]
    if sorted({name.lower() for name in wanted}) != signed:
        return f"signed {signed}, present {wanted}"
    digest = hashlib.sha256(body).hexdigest()
    own = self.headers.get("X-Amz-Content-SHA256")
    if store and own not in (digest, "UNSIGNED-PAYLOAD"):
        return f"the digest is {own}, not {digest}"
    canonical = signer.canonical_request(request)
    text = signer.string_to_sign(request, canonical)
    signature = signer.signature(text, request)
    if signature != parts["Signature"]:
        return f"canonical:\n{canonical}\nsignature {parts['Signature']}, not {signature}"
    return None


def oauth1(self, body):
    """Why oauthlib computes another signature; None if it is the same."""
    from oauthlib.common import Request
    from oauthlib.oauth1.rfc5849 import signature
    target = self.requestline.split(" ")[1]
    given = dict(re.findall(r'(\w+)="([^"]*)"', self.headers["Authorization"]))
    is_form = self.headers.get("Content-Type", "").startswith("application/x-www-form")
    parameters = signature.collect_parameters(
        uri_query=target.partition("?")[2], body=body.decode() if is_form else "",
        headers={"Authorization": self.headers["Authorization"]})
    text = signature.signature_base_string(
        self.command, signature.base_string_uri(f"http://{self.headers['Host']}{target}"),
        signature.normalize_parameters(parameters))
    sign = {"HMAC-SHA1": signature.sign_hmac_sha1, "HMAC-SHA256": signature.sign_hmac_sha256}
    wanted = sign[given["oauth_signature_method"]](text, SECRET, "t&ken")
    found = urllib.parse.unquote(given["oauth_signature"])
    return None if wanted == found else f"{text}\nsignature {found}, not {wanted}"


CHECKS = {"aws-sigv4": sigv4, "oauth1": oauth1}


def text(generator, most=12):
    return "".join(generator.choice(LETTERS) for _ in range(generator.randint(0, most)))


def field(generator):
    return "".join(
        generator.choice("ab  ,;=/ü\t\"") for _ in range(generator.randint(0, 9))).strip()


def auth(generator):
    if Verifier.kind == "oauth1":
        found = {"type": "oauth1", "consumer_key": "<id>", "consumer_secret": "<key>",
                 "token": "<id>", "token_secret": "<token>"}
        if generator.random() < 0.5:
            found |= {"signature_method": "HMAC-SHA256", "realm": "a b"}
        return found
    return {"type": "aws-sigv4", "access_key": "<id>", "secret_key": "<key>",
            "region": generator.choice(["us-east-1", "eu-west-3"]),
            "service": generator.choice(["s3", "s3", "execute-api", "sqs"])}


def call(generator, port):
    inputs = {f"p{index}": text(generator) for index in range(3)}
    # A value is no empty segment of a path.
    inputs = {name: "x" if value in ("", ".", "..") else value for name, value in inputs.items()}
    path = "".join(
        "/" + generator.choice(["<p0>", "<p1>", "a b", "%7eü", "x.y", "a%2Fb", "*", "a=b", "@:"])
        for _ in range(generator.randint(0, 4)))
    if generator.random() < 0.3:
        path += generator.choice(["/", "//", "//c/", "/.a/..b"])
    query = {
        generator.choice(["a", "A", "b", "a-b", "ü", "x y", "acl", "list-type", "a.b", "Z="]):
            generator.choice(["<p2>", "1", "", "x y", "a&b", "é", ["2", "10", "1"]])
        for _ in range(generator.randint(0, 4))}
    headers = {
        generator.choice(["X-Amz-Meta-A", "x-amz-a", "X-Amz-Target", "X-Other", "Content-Type"]):
            field(generator) or "v"
        for _ in range(generator.randint(0, 3))}
    headers = {name: value.replace("<", "") for name, value in headers.items()}
    written = {
        "host": f"http://127.0.0.1:{port}", "path": path or "/",
        "method": generator.choice(["GET", "PUT", "POST", "DELETE"]),
        "auth": auth(generator),
        "inputs": {name: {"default": ""} for name in inputs} | {
            "id": {}, "key": {"secret": True}, "token": {"secret": True, "default": "t&ken"}},
    }
    if query:
        written["query"] = query
    if headers:
        written["headers"] = headers
    if written["method"] in ("PUT", "POST"):
        if Verifier.kind == "oauth1" and "Content-Type" not in headers:
            written["form"] = {"a": "<p1>", "c d": ["ü", "&"], "=": ""}
        else:
            written["text"] = generator.choice(["plain", "ü", "<p1>", ""])
    return written, inputs


def main():
    program, Verifier.kind, seed, count = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Verifier)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    generator = random.Random(seed)
    refused = []
    with tempfile.TemporaryDirectory() as folder:
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "KEY": SECRET}
        for first in range(0, count, 100):
            steps, given = {}, {}
            for index in range(first, min(first + 100, count)):
                written, inputs = call(generator, server.server_address[1])
                with open(f"{folder}/c{index}.yaml", "w") as file:
                    json.dump(written, file)
                steps[f"s{index}"] = {
                    "call": f"c{index}.yaml", "allow_failure": True,
                    "with": {name: "!raw " + value for name, value in inputs.items()}
                    | {"id": "AKIDEXAMPLE", "key": "<key>"}}
            with open(f"{folder}/script.yaml", "w") as file:
                script = {"inputs": {"key": {"secret": True, "env": "KEY"}}, "steps": steps}
                file.write(json.dumps(script).replace('"!raw ', '!raw "'))
            before = Verifier.count
            run = subprocess.run(
                [program, "run", f"{folder}/script.yaml", "--allow-env", "KEY"], env=environment, capture_output=True,
                text=True)
            missing = min(100, count - first) - (Verifier.count - before)
            if missing or run.returncode:
                refused.append(f"{missing} were not sent, status {run.returncode}:\n{run.stderr}")
    for failure in (Verifier.failures + refused)[:5]:
        print(failure)
    print(f"{Verifier.count} requests, {len(Verifier.failures)} wrong")
    sys.exit(1 if Verifier.failures or refused else 0)


main()
