// Brotli as Swift sees it: decompression.
#include <brotli/decode.h>
