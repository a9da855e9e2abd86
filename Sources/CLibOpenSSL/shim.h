// OpenSSL as Swift sees it: the state of a TLS connection, the digests and the signatures.
#pragma once
// The functions of SHA-256 need none of what OpenSSL sets up for the others.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
