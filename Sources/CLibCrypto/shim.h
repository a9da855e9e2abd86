// libcrypto as Swift sees it: the digests alone.
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
