"""The paginators and waiters that botocore declares, with the operations that they use."""
import copy

import botocore.session
from botocore.model import ServiceModel

# A service that speaks only XML or CBOR is read as if it spoke JSON, by botocore and by the
# generator alike. How pages follow each other does not depend on the encoding.
AS_JSON = {"query": "json", "ec2": "json", "smithy-rpc-v2-cbor": "json", "rest-xml": "rest-json"}


class Declaration:
    """A paginator or a waiter: its service, its name, its operation and its fields."""

    def __init__(self, service, name, operation, fields, protocol):
        self.service, self.name, self.operation = service, name, operation
        self.fields, self.protocol = fields, protocol

    def __str__(self):
        return f"{self.service} {self.name}"

    @property
    def speaks_json(self):
        return self.protocol not in AS_JSON


class Catalog:
    """Reads the newest version of each service. `session` reads the same data."""

    def __init__(self):
        self.session = botocore.session.Session()
        self.loader = self.session.get_component("data_loader")
        self.protocols = {}
        self.loaded = self.loader.load_service_model
        self.loader.load_service_model = self.load

    def load(self, service, kind, api_version=None):
        data = self.loaded(service, kind, api_version)
        if kind == "service-2" and (service, api_version) not in self.protocols:
            metadata = data["metadata"]
            protocol = ServiceModel(data, service).resolved_protocol
            self.protocols[service, api_version] = protocol
            metadata["protocol"] = AS_JSON.get(protocol, protocol)
            metadata["protocols"] = [metadata["protocol"]]
            metadata.setdefault("jsonVersion", "1.0")
            metadata.setdefault("targetPrefix", metadata["serviceId"].replace(" ", ""))
        # A client of S3 takes the bucket out of the paths in its data.
        return copy.deepcopy(data) if service.startswith("s3") else data

    def declarations(self, kind, key):
        """Yields the declarations of a kind of file, in a fixed order."""
        for service in sorted(self.loader.list_available_services(kind)):
            model = ServiceModel(self.load(service, "service-2"), service)
            for name, fields in sorted(self.load(service, kind)[key].items()):
                operation = model.operation_model(fields.get("operation", name))
                yield Declaration(
                    service, name, operation, fields, self.protocols[service, None])

    def paginators(self):
        return list(self.declarations("paginators-1", "pagination"))

    def waiters(self):
        return list(self.declarations("waiters-2", "waiters"))
