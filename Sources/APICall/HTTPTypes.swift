// Programs get the types for methods, statuses and header fields with `import APICall`.
@_exported public import HTTPTypes
