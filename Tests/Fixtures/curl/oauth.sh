# Tokens and logins: OAuth 2, digest, sessions, assertions.
curl -X POST https://auth.example.com/oauth/token -H 'content-type: application/x-www-form-urlencoded' --data grant_type=client_credentials --data client_id=YOUR_CLIENT_ID --data client_secret=YOUR_CLIENT_SECRET --data audience=YOUR_API_IDENTIFIER
curl --request POST --url 'https://tenant.auth.example.com/oauth/token' --header 'content-type: application/json' --data '{"grant_type":"client_credentials","client_id": "abc","client_secret": "s3cr3tvalue","audience":"https://api.example.com"}'
curl -d "client_id=123&client_secret=abc456&grant_type=authorization_code&code=4/P7q7W91a-oMsCeLvIaQm6bTrgtp7&redirect_uri=https%3A%2F%2Foauth2.example.com%2Fcode" https://oauth2.accounts.example.com/token
curl https://oauth2.accounts.example.com/token -d client_id=$CLIENT_ID -d client_secret=$CLIENT_SECRET -d refresh_token=$REFRESH_TOKEN -d grant_type=refresh_token
curl -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials -d "scope=read write" https://auth.example.com/oauth2/token
curl -X POST -d 'grant_type=password&username=johndoe&password=A3ddj3w' -u s6BhdRkqt3:7Fjfp0ZBr1KtDRbnfVdmIw https://server.example.com/token
curl -X POST https://login.example.com/$TENANT/oauth2/v2.0/token -d "client_id=535fb089-9ff3-47b6-9bfb-4f1264799865&scope=https%3A%2F%2Fgraph.example.com%2F.default&client_secret=sampleCredentials&grant_type=client_credentials"
curl -X POST https://login.example.com/common/oauth2/v2.0/devicecode -d client_id=6731de76 -d "scope=user.read%20openid%20profile"
curl -d 'grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl' https://oauth2.accounts.example.com/token
curl -X POST "https://sso.example.com/realms/master/protocol/openid-connect/token" -H "Content-Type: application/x-www-form-urlencoded" -d "username=admin" -d 'password=admin' -d 'grant_type=password' -d 'client_id=admin-cli'
curl -X POST https://auth.example.com/revoke -d token=45ghiukldjahdnhzdauz -d token_type_hint=refresh_token --user id:secretword
curl -X POST https://auth.example.com/introspect -H "Authorization: Basic Y2xpZW50OnMzY3JldA==" -d token=mF_9.B5f-4.1JqM
curl --digest -u user:passwd https://digest.example.com/dir/index.html
curl --basic -u 'Aladdin:open sesame' https://basic.example.com/
curl --oauth2-bearer "$BEARER" https://api.example.com/me
curl --oauth2-bearer mF_9.B5f-4.1JqM https://resource.example.com/resource
curl -H 'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U' https://api.example.com/me
curl -H "X-Auth-Token: $OS_TOKEN" https://cloud.example.com:5000/v3/projects
curl -i -H "Content-Type: application/json" -d '{ "auth": { "identity": { "methods": ["password"], "password": { "user": { "name": "admin", "domain": { "id": "default" }, "password": "adminpwd" } } } } }' https://cloud.example.com:5000/v3/auth/tokens
curl -X POST https://api.example.com/login -H 'Content-Type: application/json' -d '{"email":"ann@example.com","password":"correct horse","remember":true}'
curl -X POST https://api.example.com/login -F email=ann@example.com -F 'password=hunter2;x'
curl https://api.example.com/v2/me?api_key=abcdef123456\&format=json
curl https://api.example.com/v2/me -H 'X-API-KEY:abcdef123456'
curl https://api.example.com/v2/me -H "Authorization: ApiKey abcdef123456"
curl https://api.example.com/v2/me -H "Authorization: abcdef123456"
curl https://user:pa%40ss@api.example.com/private
curl https://$API_USER:$API_PASS@api.example.com/private
curl "https://api.example.com/sign?expires=1700000000&signature=abc%2Fdef"
curl -X POST https://api.example.com/sessions -d 'user[login]=ann' -d 'user[password]=hunter2'
curl -X POST https://auth.example.com/as/par -d response_type=code -d client_id=s6Bh -d code_challenge=K2-ltc83acc4h0c9w6ESC_rEMTJ3bww-uCHaoeK1t8U -d code_challenge_method=S256
curl -X POST https://auth.example.com/token -d grant_type=authorization_code -d code=SplxlOBeZQQYbYS6WxSbIA -d code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
curl https://api.example.com/hmac -H "X-Signature: sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" -d 'a=1'
