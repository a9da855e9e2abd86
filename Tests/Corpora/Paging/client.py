"""What botocore itself does."""
import botocore.exceptions
import botocore.handlers
from botocore import UNSIGNED, xform_name
from botocore.config import Config

CONFIG = Config(
    signature_version=UNSIGNED, retries={"total_max_attempts": 1}, parameter_validation=False,
    inject_host_prefix=False, disable_request_compression=True,
    s3={"addressing_style": "path"})


# Services that botocore does not call without credentials, or not at the given host.
NOT_RUN = {"cloudfront-keyvaluestore", "importexport", "s3control", "signin"}


class Client:
    """Creates clients for the URL of a server, each once."""

    def __init__(self, session, url):
        self.session, self.url, self.clients = session, url, {}
        # It looks for XML in responses with status 200, and the server gives JSON.
        session.unregister("before-parse.s3.*", botocore.handlers._handle_200_error)
        # It adds a parameter of its own, and decodes the keys itself.
        for name in ("ListObjects", "ListObjectsV2", "ListObjectVersions"):
            session.unregister(
                f"before-parameter-build.s3.{name}",
                botocore.handlers.set_list_objects_encoding_type_url)

    def client(self, service):
        if service not in self.clients:
            if len(self.clients) > 20:
                self.clients.clear()
            self.clients[service] = self.session.create_client(
                service, region_name="eu-west-1", endpoint_url=self.url, config=CONFIG)
        return self.clients[service]

    def pages(self, paginator):
        """Yields the pages; the last value is the exception that ended them, if there is one."""
        declaration = paginator.declaration
        client = self.client(declaration.service)
        method = method_name(client, declaration.operation)
        config = {}
        if "limit_key" in declaration.fields:
            config["PageSize"] = paginator.PAGE_SIZE
        parameters = paginator.operation.parameters
        try:
            yield from client.get_paginator(method).paginate(
                PaginationConfig=config, **parameters)
        except (botocore.exceptions.PaginationError, botocore.exceptions.ClientError) as error:
            yield error

    def wait(self, waiter, attempts):
        """Returns whether the waiter succeeded, and why not."""
        declaration = waiter.declaration
        client = self.client(declaration.service)
        config = {"Delay": 0} | ({"MaxAttempts": attempts} if attempts else {})
        try:
            client.get_waiter(xform_name(declaration.name)).wait(
                WaiterConfig=config, **waiter.operation.parameters)
        except botocore.exceptions.WaiterError as error:
            return False, str(error)
        return True, ""


def method_name(client, operation):
    return next(
        name for name, mapped in client.meta.method_to_api_mapping.items()
        if mapped == operation.name)
