# Search engines, databases and metrics: bodies of GET, NDJSON, line protocol.
curl -X GET "localhost:9200/_cat/indices?v&s=index"
curl -X GET "localhost:9200/my-index/_search?pretty" -H 'Content-Type: application/json' -d'
{
  "query": {
    "match": { "user.id": "kimchy" }
  }
}
'
curl -X POST "localhost:9200/_bulk?pretty" -H 'Content-Type: application/x-ndjson' --data-binary @files/bulk.ndjson
curl -s -H "Content-Type: application/x-ndjson" -XPOST https://es.example.com:9200/_bulk --data-binary '{ "index" : { "_index" : "test", "_id" : "1" } }
{ "field1" : "value1" }
'
curl -XPUT "https://es.example.com:9200/my-index" -u elastic:changeme -H 'Content-Type: application/json' -d '{"settings":{"number_of_shards":3},"mappings":{"properties":{"field1":{"type":"text"}}}}'
curl -XHEAD -I "localhost:9200/my-index"
curl -XDELETE "https://es.example.com:9200/logs-2026.*?expand_wildcards=all" -H "Authorization: ApiKey VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw=="
curl -u elastic "https://es.example.com:9200/_security/_authenticate" </dev/null
curl "localhost:9200/_search?q=user:kimchy%20AND%20message:(error%20OR%20fatal)"
curl 'http://localhost:8983/solr/techproducts/select?q=*:*&wt=json&indent=true&fq=inStock:true'
curl -X POST -H 'Content-Type: application/json' 'http://localhost:8983/solr/my_collection/update?commit=true' --data-binary '[{"id":"1","title":"Doc 1"},{"id":"2","title":"Doc 2"}]'
curl -X POST 'http://localhost:7700/indexes/movies/documents?primaryKey=id' -H 'Content-Type: application/json' -H "Authorization: Bearer $MEILI" --data-binary @files/user.json
curl -X PUT http://admin:couchpass@127.0.0.1:5984/albums/6e1295ed6c29495e54cc05947f18c8af -d '{"title":"There is Nothing Left to Lose","artist":"Foo Fighters"}'
curl -X DELETE "http://127.0.0.1:5984/albums/abc?rev=2-def"
curl -i -XPOST 'http://localhost:8086/write?db=mydb&precision=s' --data-binary 'cpu_load_short,host=server01,region=us-west value=0.64 1434055562'
curl -G 'http://localhost:8086/query?pretty=true' --data-urlencode "db=mydb" --data-urlencode "q=SELECT \"value\" FROM \"cpu_load_short\" WHERE \"region\"='us-west'"
curl -XPOST "https://influx.example.com/api/v2/write?org=o&bucket=b" --header "Authorization: Token $INFLUX" --header "Content-Type: text/plain; charset=utf-8" --data-raw 'airSensors,sensor_id=TLM0201 temperature=73.97,humidity=35.2 1630424257000000000
airSensors,sensor_id=TLM0202 temperature=75.30 1630424257000000000'
curl 'http://localhost:9090/api/v1/query?query=up&time=2026-07-01T20:10:51.781Z'
curl -g 'http://localhost:9090/api/v1/series?' --data-urlencode 'match[]=up' --data-urlencode 'match[]=process_start_time_seconds{job="prometheus"}'
curl -G http://localhost:9090/api/v1/query --data-urlencode 'query=sum(rate(http_requests_total{code=~"5.."}[5m])) by (job) > 0'
echo "some_metric 3.14" | curl --data-binary @- http://pushgateway.example.org:9091/metrics/job/some_job
curl -X POST http://loki.example.com:3100/loki/api/v1/push -H "Content-Type: application/json" --data-raw '{"streams": [{ "stream": { "foo": "bar2" }, "values": [ [ "1570818238000000000", "fizzbuzz" ] ] }]}'
curl -XPOST 'http://localhost:8123/?user=default&database=db' --data-binary "SELECT 1 FORMAT JSON"
curl -X POST 'http://localhost:8529/_db/test/_api/cursor' -u root:pw -d '{"query":"FOR u IN users FILTER u.age > @age RETURN u","bindVars":{"age":18},"count":true}'
curl -H "Accept: application/sparql-results+json" --data-urlencode "query=SELECT * WHERE { ?s ?p ?o } LIMIT 10" http://localhost:3030/ds/sparql
curl -X POST http://localhost:7474/db/neo4j/tx/commit -H "Authorization: Basic bmVvNGo6Z3JhcGhwYXNzMQ==" -H "Content-Type: application/json" -d '{"statements":[{"statement":"RETURN 1"}]}'
curl "https://db.supa.example.co/rest/v1/todos?select=id,name&id=gt.2&order=id.desc" -H "apikey: $SUPA_KEY" -H "Authorization: Bearer $SUPA_KEY" -H "Range: 0-9"
curl -X POST "https://db.supa.example.co/rest/v1/todos" -H "apikey: $SUPA_KEY" -H "Content-Type: application/json" -H "Prefer: resolution=merge-duplicates,return=minimal" -d '[{ "id": 1, "done": null }, { "id": 2, "done": true }]'
curl 'https://app.base.example.com/v0/appId/Table%201?maxRecords=3&view=Grid%20view' -H "Authorization: Bearer YOUR_SECRET_API_TOKEN"
curl 'https://app.base.example.com/v0/appId/Table?filterByFormula=%7BStatus%7D%3D%22Done%22&fields%5B%5D=Name&fields%5B%5D=Email' -H "Authorization: Bearer $BASE_TOKEN"
curl -X POST 'https://api.notes.example.com/v1/databases/897e5a76ae524b489fdfe71f5945d1af/query' -H "Authorization: Bearer $NOTES_KEY" -H 'Notes-Version: 2022-06-28' -H "Content-Type: application/json" --data '{"filter":{"or":[{"property":"In stock","checkbox":{"equals":true}}]},"sorts":[]}'
