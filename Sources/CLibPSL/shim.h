// libpsl as Swift sees it: the list of public suffixes.
#include <libpsl.h>
