# A server that issues tokens, made of Authlib's grants, and an API: authlib_server.py KEY.PUB
#
# Clients: 'app' with the secret 's3cr+t /x', 'signer' with the key, 'person' without either. A person
# agrees at once. A device code is confirmed when it is asked for the third time.

import os
import sys
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion, JWTBearerGrant
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant
from flask import Flask, jsonify
from joserfc.jwk import ECKey
from werkzeug.serving import make_server

app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"authorization_code": 1}
listener = make_server("127.0.0.1", 0, app, threaded=True)
base = f"http://127.0.0.1:{listener.port}"
key = ECKey.import_key(open(sys.argv[1]).read())
tokens, codes, devices, seen = [], {}, {}, set()


class Client(ClientMixin):
    def __init__(self, name, secret, methods):
        self.client_id, self.secret, self.methods = name, secret, methods

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_redirect_uri(self, uri):
        return uri.startswith("http://127.0.0.1:")

    def check_client_secret(self, secret):
        return self.secret == secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method in self.methods

    def check_response_type(self, kind):
        return kind == "code"

    def check_grant_type(self, kind):
        return True


clients = {
    client.client_id: client
    for client in [
        Client("app", "s3cr+t /x", ["client_secret_basic", "client_secret_post"]),
        Client("signer", "", ["private_key_jwt"]),
        Client("person", "", ["none"]),
    ]
}


class Token(TokenMixin):
    def __init__(self, content, client, user):
        self.content, self.client, self.user = content, client, user
        self.end, self.revoked = time.time() + content["expires_in"], False

    def check_client(self, client):
        return self.client == client.client_id

    def get_scope(self):
        return self.content.get("scope") or ""

    def get_expires_in(self):
        return self.content["expires_in"]

    def is_expired(self):
        return self.end < time.time()

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return clients[self.client]


class Code:
    def __init__(self, request):
        data = request.payload.data
        self.client_id, self.scope = request.client.client_id, request.payload.scope
        self.redirect_uri = request.payload.redirect_uri
        self.code_challenge = data.get("code_challenge")
        self.code_challenge_method = data.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(request)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, found):
        for code in [code for code in codes if codes[code] is found]:
            del codes[code]

    def authenticate_user(self, found):
        return "ann"


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        found = [token for token in tokens if token.content.get("refresh_token") == text]
        return found[0] if found and not found[0].revoked else None

    def authenticate_user(self, token):
        return token.user

    def revoke_old_credential(self, token):
        token.revoked = True


class MachineGrant(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt"]


class Assertion(JWTBearerClientAssertion):
    CLIENT_AUTH_METHOD = "private_key_jwt"

    def validate_jti(self, claims, name):
        return name not in seen and not seen.add(name)

    def resolve_client_public_key(self, client, headers):
        return key


class PasswordGrant(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

    def authenticate_user(self, name, password):
        return name if password == "ann's word" else None


class AssertionGrant(JWTBearerGrant):
    def resolve_issuer_client(self, issuer):
        return clients.get(issuer)

    def resolve_client_public_key(self, client):
        return key

    def get_audiences(self):
        return [f"{base}/token"]

    def authenticate_user(self, subject):
        return subject

    def has_granted_permission(self, client, user):
        return True


class Device:
    def __init__(self, content):
        self.content, self.questions = content, 0

    def get_client_id(self):
        return self.content["client_id"]

    def get_scope(self):
        return self.content["scope"] or ""

    def get_user_code(self):
        return self.content["user_code"]

    def is_expired(self):
        return False


class DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]
    INTERVAL = 1

    def get_verification_uri(self):
        return f"{base}/activate"

    def save_device_credential(self, client_id, scope, content):
        devices[content["device_code"]] = Device(
            dict(content, client_id=client_id, scope=scope))


class DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def query_device_credential(self, code):
        return devices.get(code)

    def query_user_grant(self, user_code):
        device = [device for device in devices.values() if device.get_user_code() == user_code][0]
        device.questions += 1
        return ("ann", True) if device.questions > 1 else None

    def should_slow_down(self, device):
        return False


def save(content, request):
    tokens.append(Token(content, request.client.client_id, getattr(request, "user", None)))


server = AuthorizationServer()
server.init_app(app, query_client=clients.get, save_token=save)
server.register_client_auth_method("private_key_jwt", Assertion(f"{base}/token"))
server.register_grant(CodeGrant, [CodeChallenge(required=True)])
for grant in [RefreshGrant, MachineGrant, DeviceGrant, PasswordGrant, AssertionGrant]:
    server.register_grant(grant)
server.register_endpoint(DeviceEndpoint)


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        found = [token for token in tokens if token.content["access_token"] == text]
        return found[0] if found else None


protector = ResourceProtector()
protector.register_token_validator(Validator())


@app.route("/token", methods=["POST"])
def token():
    return server.create_token_response()


@app.route("/authorize")
def authorize():
    return server.create_authorization_response(
        grant=server.get_consent_grant(end_user="ann"), grant_user="ann")


@app.route("/device", methods=["POST"])
def device():
    return server.create_endpoint_response("device_authorization")


@app.route("/.well-known/oauth-authorization-server")
def metadata():
    return jsonify(
        issuer=base, token_endpoint=f"{base}/token", authorization_endpoint=f"{base}/authorize",
        device_authorization_endpoint=f"{base}/device")


@app.route("/api")
@protector()
def api():
    return jsonify(ok=True)


print(f"ACCEPT {base}", flush=True)
listener.serve_forever()
