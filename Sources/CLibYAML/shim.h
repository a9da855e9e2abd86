// libyaml as Swift sees it. Nothing here needs a wrapper: its API has no macros and no variadics.
#include <yaml.h>
