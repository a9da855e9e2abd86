// The push parser and the XPath of libxml2 for Swift.
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// xmlFree is a variable, which Swift does not read in a thread that may not be its own.
static inline void shim_xml_free(void *memory) { xmlFree(memory); }
