// Zstandard as Swift sees it: decompression.
#include <zstd.h>
#include <zstd_errors.h>
