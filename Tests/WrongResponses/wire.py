"""The bytes of a response: content codings, framings, and what can go wrong with them."""
import ctypes
import gzip
import zlib

_brotli = _zstd = None


def brotli(data):
    global _brotli
    _brotli = _brotli or ctypes.CDLL("libbrotlienc.so.1")
    out = ctypes.create_string_buffer(len(data) + 1024)
    size = ctypes.c_size_t(len(out))
    assert _brotli.BrotliEncoderCompress(
        5, 22, 0, ctypes.c_size_t(len(data)), data, ctypes.byref(size), out)
    return out.raw[:size.value]


def zstd(data):
    global _zstd
    _zstd = _zstd or ctypes.CDLL("libzstd.so.1")
    _zstd.ZSTD_compress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(len(data) + 1024)
    size = _zstd.ZSTD_compress(
        out, ctypes.c_size_t(len(out)), data, ctypes.c_size_t(len(data)), 3)
    assert not _zstd.ZSTD_isError(ctypes.c_size_t(size))
    return out.raw[:size]


def raw_deflate(data):
    coder = zlib.compressobj(wbits=-15)
    return coder.compress(data) + coder.flush()


CODINGS = {
    "gzip": gzip.compress, "deflate": zlib.compress, "br": brotli, "zstd": zstd,
}


class Response:
    """A response, as a server sends it.

    `body` is what it means to say, `sent` the bytes after the coding, and `flaw` what is wrong with
    the transfer: None, "framing", "coding" or "corrupt".
    """

    def __init__(self, body, media, status="200 OK"):
        self.body = body if isinstance(body, bytes) else body.encode()
        self.media = media
        self.status = status
        self.coding = None
        self.sent = self.body
        self.framing = "length"
        self.fields = []
        self.flaw = None
        self.stop = None  # the number of bytes after which the connection is closed

    def encode(self, coding, variant=None, chance=None):
        """Applies a content coding, and maybe a flaw to it."""
        self.coding = coding
        function = CODINGS[coding]
        self.sent = function(self.body)
        if variant == "members" and coding in ("gzip", "zstd"):
            middle = len(self.body) // 2
            self.sent = function(self.body[:middle]) + function(self.body[middle:])
        elif variant == "raw" and coding == "deflate":
            self.sent = raw_deflate(self.body)
        elif variant == "cut" and len(self.sent) > 1:
            # With nothing left, it is an empty body, which no coding can tell from a whole one.
            self.sent = self.sent[:chance.randint(1, len(self.sent) - 1)]
            self.flaw = "coding"
        elif variant == "flip" and coding == "gzip":
            place = chance.randint(len(self.sent) - 8, len(self.sent) - 1)
            byte = self.sent[place] ^ (1 << chance.randint(0, 7))
            self.sent = self.sent[:place] + bytes([byte]) + self.sent[place + 1:]
            self.flaw = "corrupt"
        elif variant == "junk":
            self.sent += b"junk after the end"
            self.flaw = "corrupt"

    def frame(self, framing, chance=None, cut=False):
        """Chooses a framing; with `cut`, it is not reached to its end."""
        self.framing = framing
        if cut and framing != "close":
            self.flaw = self.flaw or "framing"
            self.stop = chance.randint(0, max(0, len(self.sent) - 1))
            if framing == "chunked" and chance.random() < 0.3:
                self.stop = len(self.sent)  # all but the last chunk
            elif not self.sent:
                self.flaw = None if framing == "length" else self.flaw

    @property
    def whole(self):
        """The response without the flaw of its transfer."""
        return Response(self.body, self.media, self.status)

    @property
    def bytes(self):
        head = [f"HTTP/1.1 {self.status}"]
        if self.media is not None:
            head.append(f"Content-Type: {self.media}")
        if self.coding:
            head.append(f"Content-Encoding: {self.coding}")
        head += self.fields
        hasBody = not self.status.startswith("204")
        if self.framing == "close" or not hasBody:
            head.append("Connection: close")
        elif self.framing == "chunked":
            head.append("Transfer-Encoding: chunked")
        else:
            head.append(f"Content-Length: {len(self.sent)}")
        text = ("\r\n".join(head) + "\r\n\r\n").encode("latin-1")
        if not hasBody:
            return text
        body = self.sent if self.stop is None else self.sent[:self.stop]
        if self.framing == "chunked":
            middle = len(body) // 2
            for chunk in (body[:middle], body[middle:]):
                if chunk:
                    text += b"%x\r\n%s\r\n" % (len(chunk), chunk)
            return text if self.stop is not None else text + b"0\r\n\r\n"
        return text + body

    @property
    def closes(self):
        return self.framing == "close" or self.stop is not None or self.status.startswith("204")
