// libsecret as Swift sees it, and the schema of apicall's secrets, whose list of attributes is an
// array of C.
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
