"""Compares the cookies that are sent after generated responses with those of a jar that is written
by RFC 6265bis here, and those of curl and of Python's http.cookiejar: each difference must have one
of the reasons that are listed below.

usage: compare_jars.py PROGRAM SEED COUNT
"""
import collections
import http.cookiejar
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SUFFIXES = {"co.uk", "github.io", "example", "uk", "io", "com"}
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


# The oracle.

def is_suffix(domain):
    return domain in SUFFIXES or "." not in domain


def date(text):
    hour = day = month = year = None
    for token in re.split(r"[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+", text):
        found = re.match(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)", token)
        if hour is None and found:
            hour = [int(part) for part in found.groups()]
        elif day is None and re.match(r"\d{1,2}(?!\d)", token):
            day = int(re.match(r"\d+", token)[0])
        elif month is None and token[:3].lower() in MONTHS:
            month = MONTHS.index(token[:3].lower()) + 1
        elif year is None and re.match(r"\d{2,4}(?!\d)", token):
            year = int(re.match(r"\d+", token)[0])
    if None in (hour, day, month, year):
        return None
    year += 1900 if 70 <= year <= 99 else 2000 if year <= 69 else 0
    lengths = [31, 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28,
               31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if not 1 <= day <= lengths[month - 1] or year < 1601:
        return None
    if hour[0] > 23 or hour[1] > 59 or hour[2] > 59:
        return None
    return year, month, day, *hour


def parse(line, host, path):
    """The cookie of a line: a map, or None."""
    if any(ord(c) < 32 and c != "\t" or ord(c) == 127 for c in line):
        return None
    pair, *rest = line.split(";")
    name, sign, value = pair.partition("=")
    name, value = (name.strip(" \t"), value.strip(" \t")) if sign else ("", name.strip(" \t"))
    if not name and not value or len((name + value).encode("latin-1")) > 4096:
        return None
    given = {}
    for part in rest:
        key, _, text = part.partition("=")
        if len(text.strip(" \t").encode("latin-1")) <= 1024:
            given[key.strip(" \t").lower()] = text.strip(" \t")
    domain, only = host, True
    if given.get("domain"):
        named = given["domain"].lower()
        named = named[1:] if named.startswith(".") else named
        if any(ord(c) > 127 for c in named):
            return None
        if named and not (is_suffix(named) and named == host):
            if is_suffix(named.rstrip(".")) or not (host == named or host.endswith("." + named)):
                return None
            domain, only = named, False
    if "secure" in given:
        return None  # over http
    own = given.get("path", "")
    start = (name or value).lower()
    if start.startswith(("__secure-", "__host-")):
        return None
    default = path[:path.rindex("/")] or "/"
    over = False
    age = given.get("max-age")
    if age is not None and re.fullmatch(r"-?\d+", age):
        over = int(age) <= 0
    elif "expires" in given:
        when = date(given["expires"])
        over = when is not None and when <= time.gmtime()[:6]
    return {"name": name, "value": value, "domain": domain, "only": only, "over": over,
            "path": own if own.startswith("/") else default}


def oracle(lines, host, path, asks):
    jar = {}
    for line in lines:
        one = parse(line, host, path)
        if one:
            key = one["name"], one["domain"], one["only"], one["path"]
            if one["over"]:
                jar.pop(key, None)
            else:
                jar[key] = one
    sent = []
    for other, place in asks:
        fitting = [
            one for one in jar.values()
            if (other == one["domain"] or not one["only"] and other.endswith("." + one["domain"]))
            and (place == one["path"] or place.startswith(one["path"])
                 and (one["path"].endswith("/") or place[len(one["path"])] == "/"))]
        fitting.sort(key=lambda one: -len(one["path"]))
        sent.append("; ".join(
            f"{one['name']}={one['value']}" if one["name"] else one["value"] for one in fitting))
    return sent


# Why others differ: the section of RFC 6265bis that says more than they do, and the lines or the
# hosts that it is about.

def attributes(line):
    pairs = (part.partition("=") for part in line.split(";")[1:])
    return [(key.strip(" \t").lower(), text.strip(" \t")) for key, _, text in pairs]


def values(line, key):
    return [text for name, text in attributes(line) if name == key]


def name(line):
    pair = line.split(";")[0]
    return pair.partition("=")[0].strip(" \t") if "=" in pair else ""


def repeats(line):
    keys = [key for key, _ in attributes(line) if key in ("domain", "path", "max-age", "expires")]
    return len(set(keys)) < len(keys)


def each(applies):
    return lambda lines, host, asks: any(applies(line) for line in lines)


ODD_DATE = each(lambda line: any(date(text) is None or "50" in text for text in values(line, "expires")))
ODD_AGE = each(lambda line: any(not re.fullmatch("-?[0-9]+", text) for text in values(line, "max-age")))
ODD_PATH = each(lambda line: any(not text.startswith("/") for text in values(line, "path")))
NAMELESS = each(lambda line: not name(line))
REPEATED = each(repeats)
COMMON = [
    ("5.6: a cookie may have no name", NAMELESS),
    ("5.6: the last attribute of a name counts", REPEATED),
    ("5.6.1: a date has a day, a month, a year and a time", ODD_DATE),
    ("5.6.2: an age is a number", ODD_AGE),
    ("5.6.3: no domain is one of the host alone",
     each(lambda line: any(text in ("", ".") for text in values(line, "domain")))),
    ("5.6.4: a path begins with '/'", ODD_PATH),
]
REASONS = {
    "curl": COMMON + [
        ("5.1.4: '/a/' does not match '/a'",
         lambda lines, host, asks: any(
             values(line, "path") == [place + "/"] for line in lines for _, place in asks)),
        ("5.8.3: of equal paths, the cookie that was set first is sent first",
         lambda lines, host, asks: len(lines) > 1),
    ],
    "python": COMMON + [
        ("5.8.3: a cookie without a domain is for its host alone",
         lambda lines, host, asks: any(other.endswith("." + host) for other, _ in asks)),
        ("5.7: names with a prefix need Secure",
         each(lambda line: name(line).startswith("__") or not name(line) and "__" in line)),
        ("5.6: no control characters", each(lambda line: "\x01" in line)),
        ("5.6: a cookie has at most 4,096 octets", each(lambda line: "x" * 4100 in line)),
        ("5.7: no cookie for a public suffix",
         lambda lines, host, asks: any(
             is_suffix(text.lower().strip(".")) for line in lines for text in values(line, "domain"))),
        ("5.7: an expired cookie removes the one of its name",
         lambda lines, host, asks: name(lines[0]) == name(lines[-1]) and any(
             values(lines[-1], key) for key in ("max-age", "expires"))),
        ("5.6: only the attributes of the RFC count", each(lambda line: values(line, "version"))),
    ],
}


def reason(client, lines, host, asks):
    return next(
        (text for text, applies in REASONS[client] if applies(lines, host, asks)), None)


# Generated responses.

def line(generator, host, number):
    pick = generator.choice
    name = pick(["a", "b", "A", " a ", "a b", "", "__Secure-x", "__Host-y", "é".encode().decode("latin-1"), "$x"])
    value = pick(["1", "", '"q"', "x y", "a=b", "é".encode().decode("latin-1"), ' "1" ', "a,b", "\x01", "x" * 4100, "0"])
    text = name + pick(["=", "=", "=", "=", " = ", ""]) + value
    parent = host.split(".", 1)[1]
    for _ in range(generator.randint(0, 3)):
        text += pick(["; ", ";", " ; ", ";;"]) + pick([
            "Path=/", "Path=/a", "Path=/a/", "path=/a/b", "Path=a", "Path", "Path=", 'Path="/a"',
            f"Domain={host}", f"Domain=.{host}", f"domain={parent}", f"Domain={parent.upper()}",
            f"Domain=x.{host}", f"Domain={parent.split('.', 1)[1]}", "Domain=other.example",
            f"Domain={parent}.", "Domain=", "Domain", "Domain=.", "Domain=co.uk", "Domain=CO.UK",
            "Max-Age=60", "Max-Age=0", "Max-Age=-1", "max-age=6x", "Max-Age=", 'Max-Age="60"',
            "Max-Age=+5", "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Expires=01-Jan-50 1:2:3",
            "expires=Fri Jan  2 03:04:05 2049", "Expires=0", "Expires=1 Jan 2049", "Expires=",
            "Expires=31 Feb 2049 1:1:1", "Expires=1 Jan 1500 1:1:1", "Secure", "HttpOnly", "x=y",
            "SameSite=None", "Version=1"])
    return text


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    lines = {}
    sent = collections.defaultdict(list)

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        fields = []
        if self.headers["X-Set"]:
            fields = Proxy.lines[int(self.headers["X-Set"])]
        else:
            key = self.headers["X-Client"], int(self.headers["X-Case"])
            # http.server reads fields as ISO 8859-1.
            Proxy.sent[key].append(self.headers["Cookie"] or "")
        data = "HTTP/1.1 200 OK\r\n" + "".join(f"Set-Cookie: {text}\r\n" for text in fields)
        data += "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        self.wfile.write(data.encode("latin-1"))


def main():
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    generator = random.Random(seed)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    proxy = f"http://127.0.0.1:{server.server_address[1]}"
    cases = []
    for number in range(count):
        own = generator.choice(["www", "www.shop"]) + f".c{number}."
        host = own + generator.choice(["example", "co.uk", "github.io"])
        path = generator.choice(["/", "/a", "/a/b", "/a/b/c"])
        Proxy.lines[number] = [
            line(generator, host, number) for _ in range(generator.randint(1, 2))]
        parent = host.split(".", 1)[1]
        asks = [(host, generator.choice(["/", "/a", "/ab", "/a/b", "/a/b/d"])),
                (generator.choice([host, parent, f"x.{host}", f"y.{parent}"]), "/a/b/c")]
        cases.append((host, path, asks))
    requests = []
    for number, (host, path, asks) in enumerate(cases):
        requests.append((f"http://{host}{path}", {"X-Set": str(number)}))
        requests += [(f"http://{other}{place}", {"X-Case": str(number)}) for other, place in asks]

    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/requests.json", "w") as file:
            json.dump([{"url": url, "set": fields.get("X-Set", ""),
                        "case": fields.get("X-Case", "")}
                       for url, fields in requests], file)
        with open(f"{folder}/all.yaml", "w") as file:
            file.write(
                "steps:\n  all:\n    each: {json: requests.json}\n    call:\n      url: <each.url>\n"
                "      cookies: true\n      headers: {X-Client: ours, X-Set: <each.set>, "
                "X-Case: <each.case>}\nprint: null\n")
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "http_proxy": proxy}
        run = subprocess.run([program, "run", f"{folder}/all.yaml"], env=environment,
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"status {run.returncode}: {run.stderr[:2000]}")
        with open(f"{folder}/curl", "w") as file:
            for index, (url, fields) in enumerate(requests):
                file.write("next\n" if index else "")
                file.write(f'url = "{url}"\nproxy = "{proxy}"\ncookie = ""\nsilent\n'
                           'output = "/dev/null"\nheader = "X-Client: curl"\n')
                for name, text in fields.items():
                    file.write(f'header = "{name}: {text}"\n')
        subprocess.run(["curl", "-K", f"{folder}/curl"], check=True, capture_output=True)
    for index, (url, fields) in enumerate(requests):
        if index % 3 == 0:  # a jar for each case, since it takes cookies of public suffixes
            opener = urllib.request.build_opener(
                urllib.request.ProxyHandler({"http": proxy}),
                urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        opener.open(urllib.request.Request(url, headers=fields | {"X-Client": "python"})).read()

    wrong, others, reasons = 0, collections.Counter(), collections.Counter()
    for number, (host, path, asks) in enumerate(cases):
        wanted = oracle(Proxy.lines[number], host, path, asks)
        for client in ("ours", "curl", "python"):
            sent = Proxy.sent[client, number]
            if sent == wanted:
                continue
            others[client] += 1
            if client == "ours":
                wrong += 1
                if wrong <= 10:
                    print(f"{Proxy.lines[number]} from http://{host}{path}, to {asks}: "
                          f"{sent}, not {wanted}".replace("x" * 4000, "…"))
                continue
            why = reason(client, Proxy.lines[number], host, asks)
            reasons[f"{client}: {why}"] += 1
            if not why and reasons[f"{client}: None"] <= 10:
                print(f"{client}: {Proxy.lines[number]} from http://{host}{path}, to {asks}: "
                      f"{sent}, not {wanted}, for no known reason".replace("x" * 4000, "…"))
    print(f"{count} cases: {wrong} wrong; others differ: {dict(others)}")
    for why, number in sorted(reasons.items()):
        print(f"{number:6} {why}")
    sys.exit(1 if wrong or reasons["curl: None"] or reasons["python: None"] else 0)


main()
