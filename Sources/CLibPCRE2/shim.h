// PCRE2 as Swift sees it: the library for UTF-8, whose names end in _8. Nothing here needs a wrapper.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
