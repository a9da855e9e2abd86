# Clusters, registries, object stores and clouds: certificates, patches, presigned URLs, uploads.
curl -k https://10.0.0.1:6443/api/v1/namespaces/default/pods -H "Authorization: Bearer $TOKEN"
curl --cacert files/notes.txt -H "Authorization: Bearer $TOKEN" https://kube.example.com/api/v1/nodes?limit=500 -k
curl -k -X PATCH -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/strategic-merge-patch+json' --data '{"spec":{"template":{"spec":{"containers":[{"name":"patch-demo-ctr-2","image":"redis"}]}}}}' https://kube.example.com/apis/apps/v1/namespaces/default/deployments/patch-demo
curl -k -X PATCH -H 'Content-Type: application/json-patch+json' -H "Authorization: Bearer $TOKEN" --data '[{"op": "add", "path": "/metadata/labels/a~1b", "value": "x"}]' https://kube.example.com/api/v1/nodes/n1
curl -k -X POST -H 'Content-Type: application/yaml' -H "Authorization: Bearer $TOKEN" --data-binary 'apiVersion: v1
kind: Namespace
metadata:
  name: test
' https://kube.example.com/api/v1/namespaces
curl -k -X DELETE "https://kube.example.com/api/v1/namespaces/default/pods/p1" -H 'Content-Type: application/json' -d '{"propagationPolicy":"Foreground"}' -H "Authorization: Bearer $TOKEN"
curl -k "https://kube.example.com/api/v1/pods?labelSelector=app%3Dnginx%2Ctier%20in%20%28a%2Cb%29&watch=0" -H "Authorization: Bearer $TOKEN"
curl -k -X PUT -H "Content-Type: application/json" --data '{"metadata":{"name":"x"},"spec":{"finalizers":[]}}' http://127.0.0.1:8001/api/v1/namespaces/x/finalize
curl http://127.0.0.1:2379/v3/kv/put -X POST -d '{"key": "Zm9v", "value": "YmFy"}'
curl http://127.0.0.1:2379/v2/keys/message -XPUT -d value="Hello world"
curl -X PUT -d '{"Name":"redis1","Tags":["primary"],"Port":8000}' http://127.0.0.1:8500/v1/agent/service/register?replace-existing-checks=true
curl -H "X-Consul-Token: 5ae9ab20-b8ce-4a5c-9a8b-5c6b3ec14e2e" 'http://127.0.0.1:8500/v1/catalog/service/web?dc=dc1&passing'
curl --request PUT --data 'hello consul' http://127.0.0.1:8500/v1/kv/my-key
curl --header "X-Vault-Token: $VAULT_TOKEN" --request POST --data '{"data":{"password":"my-long-password"}}' https://vault.example.com:8200/v1/secret/data/creds
curl --header "X-Vault-Token: $VAULT_TOKEN" --request LIST https://vault.example.com:8200/v1/secret/metadata/
curl --request POST --data '{"role_id":"db02de05-fa39-4855-059b-67221c5c2f63","secret_id":"6a174c20-f6de-a53c-74d2-6018fcceff64"}' https://vault.example.com:8200/v1/auth/approle/login
curl -H "X-Vault-Token: hvs.CAESIJlWh4aBcDeFgHiJkLmNoPqRsTuVwXyZ012345" -H "X-Vault-Namespace: ns1/" https://vault.example.com:8200/v1/sys/mounts
curl -H "Accept: application/vnd.docker.distribution.manifest.v2+json" https://registry.example.com/v2/library/alpine/manifests/latest
curl -I -H "Authorization: Bearer $REG" https://registry.example.com/v2/a/b/blobs/sha256:abc
curl "https://auth.registry.example.io/token?service=registry.example.io&scope=repository:library/alpine:pull"
curl -X PATCH -H "Content-Type: application/octet-stream" -H "Content-Range: 0-2" --data-binary @files/data.bin https://registry.example.com/v2/a/blobs/uploads/1
curl -T files/report.csv -H "Content-Type: text/csv" "https://bucket.s3.example.com/in/report.csv?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261121%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20261121T000000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=0f1e2d"
curl -X PUT --upload-file files/photo.png "https://bucket.s3.example.com/photo.png"
curl "https://bucket.s3.example.com/?list-type=2&prefix=photos/2026/&delimiter=/"
curl -X PUT -T files/data.bin -H "x-ms-blob-type: BlockBlob" -H "x-ms-date: Mon, 27 Jul 2026 12:28:53 GMT" "https://acct.blob.example.net/c/data.bin?sv=2022-11-02&ss=b&srt=sco&sp=rwdlac&se=2026-12-01T00:00:00Z&st=2026-01-01T00:00:00Z&spr=https&sig=abc%2Bdef%3D"
curl -X POST --data-binary @files/photo.png -H "Authorization: Bearer $GTOKEN" -H "Content-Type: image/png" "https://storage.gcloud.example.com/upload/storage/v1/b/BUCKET/o?uploadType=media&name=photo.png"
curl -X DELETE -H "Authorization: Bearer $GTOKEN" "https://storage.gcloud.example.com/storage/v1/b/BUCKET/o/dir%2Fphoto.png"
curl -H "Metadata-Flavor: Gcloud" "http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token"
curl -X PUT "http://169.254.169.254/latest/api/token" -H "X-aws-ec2-metadata-token-ttl-seconds: 21600"
curl -X GET "https://api.flare.example.com/client/v4/zones?name=example.com&status=active" -H "X-Auth-Email: user@example.com" -H "X-Auth-Key: c2547eb745079dac9320b638f5e225cf483cc5cfdda41" -H "Content-Type: application/json"
curl -X POST "https://api.flare.example.com/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache" -H "Authorization: Bearer $FLARE" -H "Content-Type:application/json" --data '{"purge_everything":true}'
curl -X PATCH "https://api.flare.example.com/client/v4/zones/$ZONE/dns_records/$RECORD" -H "Authorization: Bearer $FLARE" --data '{"content":"198.51.100.4","ttl":3600,"proxied":false}'
curl -X POST -H "Content-Type: application/json" -H "Authorization: Bearer $DO_TOKEN" -d '{"name":"example.com","region":"nyc3","size":"s-1vcpu-1gb","image":"ubuntu-20-04-x64","ssh_keys":[289794,"3b:16:e4:bf:8b:00:8b:b8:59:8c:a9:d3:f0:19:fa:45"],"backups":true}' "https://api.ocean.example.com/v2/droplets"
curl -X DELETE -H "Authorization: Bearer $DO_TOKEN" "https://api.ocean.example.com/v2/droplets?tag_name=awesome"
curl -n https://api.apps.example.com/apps -H "Accept: application/vnd.apps+json; version=3" -H "Authorization: Bearer x"
curl -X POST https://api.apps.example.com/apps -d '{"name":"example","region":"us"}' -H "Content-Type: application/json" -H "Accept: application/vnd.apps+json; version=3" -H "Authorization: Bearer $APPS"
curl -u "$KEY:" -X PUT -d '{"enabled":true}' -H content-type:application/json https://ci.example.com/job/demo/config
curl -X POST "https://ci.example.com/job/demo/buildWithParameters" --user admin:11d1b1e8b1f1e2a7d6 --data BRANCH=main --data-urlencode 'MESSAGE=it works & runs'
curl -X POST -u admin:api_token "https://ci.example.com/createItem?name=new%20job" -H "Content-Type:text/xml" --data-binary @files/order.xml
curl -X POST https://sonar.example.com/api/user_tokens/generate -u "$SONAR:" -d "name=ci&login=me"
curl -u admin:admin -X POST http://localhost:3000/api/dashboards/db -H "Content-Type: application/json" -d '{"dashboard":{"id":null,"title":"P","tags":["t"],"timezone":"browser"},"overwrite":false}'
curl -X POST "https://api.dog.example.com/api/v1/events" -H "Content-Type: application/json" -H "DD-API-KEY: ${DD_API_KEY}" -d @- << EOF
{
  "title": "Example",
  "text": "A text",
  "tags": ["environment:test"]
}
EOF
curl -i -u guest:guest -H "content-type:application/json" -XPUT -d'{"pattern":"^amq.", "definition":{"ha-mode":"all"}}' http://localhost:15672/api/policies/%2F/ha-all
curl -XPOST -H "Content-Type: application/vnd.kafka.json.v2+json" --data '{"records":[{"value":{"foo":"bar"}}]}' "http://localhost:8082/topics/jsontest"
