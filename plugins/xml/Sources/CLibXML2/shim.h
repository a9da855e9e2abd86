// The push parser of libxml2 for Swift, which needs no wrappers.
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
