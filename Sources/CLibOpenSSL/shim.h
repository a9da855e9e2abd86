// OpenSSL as Swift sees it: the state of a TLS connection, and the digests.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
