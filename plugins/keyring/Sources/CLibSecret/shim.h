// The functions of libsecret for Swift, and the schema of apicall's secrets, whose attributes are a C
// array.
#include <libsecret/secret.h>

static inline const SecretSchema *apicall_secret_schema(void) {
  static const SecretSchema schema = {
    "org.apicall.Secret",
    SECRET_SCHEMA_NONE,
    {
      {"name", SECRET_SCHEMA_ATTRIBUTE_STRING},
      {"origins", SECRET_SCHEMA_ATTRIBUTE_STRING},
      {NULL, 0},
    },
  };
  return &schema;
}
