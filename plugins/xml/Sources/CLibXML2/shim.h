// libxml2's push parser as Swift sees it. Nothing here needs a wrapper.
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
