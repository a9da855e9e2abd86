// zlib as Swift sees it: decompression of gzip and deflate.
#pragma once
#include <zlib.h>

// inflateInit2 is a macro, which Swift cannot call.
static inline int zlib_shim_inflate_init(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
