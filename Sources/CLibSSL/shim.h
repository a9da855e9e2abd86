// OpenSSL's libssl as Swift sees it: the state of a TLS connection.
#pragma once
#include <openssl/ssl.h>
