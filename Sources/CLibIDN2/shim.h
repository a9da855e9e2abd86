// libidn2 as Swift sees it: international names to ASCII.
#include <idn2.h>
