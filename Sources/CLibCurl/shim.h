// libcurl as Swift sees it. Its setters and getters are variadic macros, which Swift cannot call:
// each wrapper here fixes the type of the last argument.
#pragma once
#include <curl/curl.h>
