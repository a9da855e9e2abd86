// The push parser and the XPath of libxml2 for Swift.
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// Swift does not read xmlFree, because it is a global variable that can change.
static inline void shim_xml_free(void *memory) { xmlFree(memory); }
