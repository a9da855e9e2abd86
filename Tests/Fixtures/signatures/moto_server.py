"""A server of moto that checks signatures; prints its URL and the keys of a user."""
import os
import signal
import urllib.parse
import urllib.request

os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "inf"
os.environ["MOTO_IAM_LOAD_MANAGED_POLICIES"] = "false"

from moto.server import ThreadedMotoServer  # noqa: E402

SIGNED = ("AWS4-HMAC-SHA256 Credential=A/20300101/us-east-1/iam/aws4_request,"
          " SignedHeaders=host, Signature=0")


def iam(url, **fields):
    data = urllib.parse.urlencode(fields | {"Version": "2010-05-08"}).encode()
    request = urllib.request.Request(url, data, {"Authorization": SIGNED})
    return urllib.request.urlopen(request).read().decode()


def value(text, name):
    return text.split(f"<{name}>")[1].split("<")[0]


server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://127.0.0.1:{port}"
iam(url, Action="CreateUser", UserName="ann")
keys = iam(url, Action="CreateAccessKey", UserName="ann")
iam(url, Action="PutUserPolicy", UserName="ann", PolicyName="all", PolicyDocument=(
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'))
urllib.request.urlopen(urllib.request.Request(
    f"{url}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})).read()
print(url, value(keys, "AccessKeyId"), value(keys, "SecretAccessKey"), flush=True)
signal.pause()
