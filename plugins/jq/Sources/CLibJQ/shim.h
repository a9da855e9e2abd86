// The functions of libjq for Swift, which need no wrappers.
#include <stdlib.h>
#include <jv.h>
#include <jq.h>
