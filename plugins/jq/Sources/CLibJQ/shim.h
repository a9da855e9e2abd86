// jq as Swift sees it. Nothing here needs a wrapper.
#include <stdlib.h>
#include <jv.h>
#include <jq.h>
