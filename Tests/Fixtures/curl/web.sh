# GraphQL, SOAP, webhooks, browsers, and services of all kinds.
curl 'https://countries.example.com/graphql' -H 'Content-Type: application/json' --data-raw '{"query":"query ($code: ID!) { country(code: $code) { name } }","variables":{"code":"DE"}}'
curl -X POST https://shop.example.com/admin/api/2026-01/graphql.json -H 'Content-Type: application/graphql' -H "X-Shop-Access-Token: $SHOP_TOKEN" -d '{ shop { name } }'
curl -g 'https://api.example.com/graphql?query={me{name}}'
curl -X POST https://api.example.com/graphql -H "Content-Type: application/json" -d '{"query":"mutation { add(text: \"say \\\"hi\\\"\") { id } }"}'
curl -X POST -H "Content-Type: text/xml; charset=utf-8" -H 'SOAPAction: "http://example.com/CelsiusToFahrenheit"' -d '<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><a>20</a></soap:Body></soap:Envelope>' https://www.example.com/temp.asmx
curl -X POST -H "Content-Type: application/xml" -d @files/order.xml https://api.example.com/orders
curl -X POST -H 'Content-Type: application/xml' -d '<login><user>ann</user><password>hunter2</password></login>' https://api.example.com/xml
curl 'https://shop.example.com/api/cart?x=1' \
  -H 'accept: application/json, text/plain, */*' \
  -H 'accept-language: de-DE,de;q=0.9' \
  -H 'content-type: application/json' \
  -H 'origin: https://shop.example.com' \
  -H 'priority: u=1, i' \
  -H 'referer: https://shop.example.com/p/1' \
  -H 'sec-ch-ua: "Chromium";v="130"' \
  -H 'sec-ch-ua-mobile: ?0' \
  -H 'sec-fetch-mode: cors' \
  -H 'user-agent: Mozilla/5.0' \
  -H 'x-requested-with: XMLHttpRequest' \
  --data-raw $'{"sku":"A\'1","qty":2}' \
  --compressed
curl 'https://www.example.com/search?q=caf%C3%A9+noir&page=2' --compressed -H 'Accept: text/html' -H 'DNT: 1'
curl -A "Mozilla/5.0 (X11)" -e https://www.example.com/ https://www.example.com/page
curl -b "sid=abc; theme=dark" https://www.example.com/account
curl --cookie "sid=abc" --cookie-jar jar.txt https://www.example.com/account -o /dev/null
curl https://api.weather.example.com/data/2.5/weather\?q=London,uk\&appid=$APPID
curl "https://maps.example.com/maps/api/geocode/json?address=1600+Amphitheatre+Parkway,+Mountain+View,+CA&key=YOUR_API_KEY"
curl https://www.example.com/
curl www.example.com
curl http://api.example.com/items/7?fields=a,b,c
curl -X OPTIONS https://api.example.com/items -H 'Origin: https://app.example.com' -H 'Access-Control-Request-Method: POST' -H 'Access-Control-Request-Headers: x-a'
curl -X PROPFIND -H "Depth: 1" https://dav.example.com/files/ --data '<?xml version="1.0"?><propfind xmlns="DAV:"><allprop/></propfind>' -H 'Content-Type: text/xml' -u ann:pw
curl -X MKCOL https://dav.example.com/files/new -u ann:pw
curl -T files/notes.txt https://dav.example.com/files/ -u ann:pw
curl -X MOVE -H "Destination: https://dav.example.com/files/b.txt" https://dav.example.com/files/a.txt
curl -X POST https://jira.example.com/rest/api/3/issue --user 'email@example.com:api_token' --header 'Accept: application/json' --header 'Content-Type: application/json' --data '{
  "fields": {
    "project": { "key": "PROJ" },
    "summary": "Main order flow broken",
    "description": { "type": "doc", "version": 1, "content": [] },
    "issuetype": { "name": "Bug" }
  }
}'
curl -D- -u fred:fred -X POST -H "X-Atlas-Token: nocheck" -F "file=@files/invoice.pdf" http://jira.example.com:8080/rest/api/2/issue/TEST-123/attachments
curl -G -u fred:fred 'https://jira.example.com/rest/api/2/search' --data-urlencode 'jql=project = "A" AND status in (Open, "In Progress")' -d maxResults=5
curl -u admin:admin 'https://wiki.example.com/rest/api/content?spaceKey=TST&title=Cheese&expand=body.storage'
curl -X POST https://crm.example.com/services/data/v58.0/sobjects/Account/ -H "Authorization: Bearer 00DE0X0A0M0PeLE!AQcAQH0dMHEXAMPLEzmpkb58urFRkgeBGsxL_QJWwYMfAbUeeG7c1EXAMPLEDUkWe6H34r1AAwOR8B8fLEz6nEXAMPLE" -H "Content-Type: application/json" -d "{\"Name\":\"Express Logistics\"}"
curl "https://crm.example.com/services/data/v58.0/query/?q=SELECT+name+from+Account" -H "Authorization: Bearer $SF"
curl --request GET --url 'https://api.hub.example.com/crm/v3/objects/contacts?limit=10&archived=false' --header 'authorization: Bearer YOUR_ACCESS_TOKEN'
curl -X POST https://subdomain.desk.example.com/api/v2/tickets.json -d '{"ticket": {"subject": "My printer is on fire!", "comment": {"body": "The smoke is very colorful."}}}' -H "Content-Type: application/json" -v -u email_address/token:api_token
curl -v -u apikey123456789abc:X -H "Content-Type: application/json" -X GET 'https://domain.fresh.example.com/api/v2/tickets'
curl -u "anystring:0123456789abcdef0123456789abcdef-us6" https://us6.api.chimp.example.com/3.0/lists
curl -X POST https://api.trello.example.com/1/cards?key=APIKey\&token=APIToken\&idList=5abbe4b7ddc1b351ef961414 -H 'Accept: application/json'
curl "https://api.tasks.example.com/rest/v2/tasks" -X POST --data '{"content": "Buy Milk", "due_string": "tomorrow at 12:00"}' -H "Content-Type: application/json" -H "X-Request-Id: $(date +%s)" -H "Authorization: Bearer $TASKS"
curl -X POST -H 'Content-Type: application/json' -d '{"on":true,"bri":254,"hue":10000}' http://192.168.1.2/api/1028d66426293e821ecfd9ef1a0731df/lights/1/state
curl -X POST -H "Authorization: Bearer $HASS" -H "Content-Type: application/json" -d '{"entity_id": "switch.christmas_lights"}' http://homeassistant.local:8123/api/services/switch/turn_on
curl -X POST 'https://events.example.com/v2/enqueue' --header 'Content-Type: application/json' --data-raw '{"routing_key":"samplekeyhere","event_action":"trigger","payload":{"summary":"Example alert","severity":"critical","source":"host"}}'
curl -X POST https://metrics.example.com/capture/ -H "Content-Type: application/json" -d '{"api_key":"phc_abc","event":"e","properties":{"distinct_id":"1"}}'
curl -X POST https://hooks.example.com/gh -H 'X-Hub-Event: push' -H 'X-Hub-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' -H 'Content-Type: application/json' -d '{"ref":"refs/heads/main"}'
curl https://api.example.com/items -X POST -H 'Content-Type: application/vnd.api+json' -H 'Accept: application/vnd.api+json' -d '{"data":{"type":"items","attributes":{"title":"T"}}}'
curl 'https://api.example.com/items?filter%5Bname%5D=a&page%5Bsize%5D=5'
curl 'https://api.example.com/odata/People?$filter=FirstName%20eq%20%27Scott%27&$top=2'
curl -X POST https://api.example.com/csv -H 'Content-Type: text/csv' --data-binary $'id,name\n1,Ann\n'
curl -X POST https://api.example.com/empty
curl -X POST https://api.example.com/empty -d ''
curl -X PUT https://api.example.com/star -H 'Content-Length: 0'
curl -X POST 'https://api.example.com/batch' -H 'Content-Type: multipart/mixed; boundary=b' --data-binary $'--b\r\nContent-Type: application/http\r\n\r\nGET /a\r\n--b--\r\n'
curl --data "birthyear=1905&press=%20OK%20" http://www.example.com/when.cgi
curl --data-urlencode "name=I am Daniel" http://www.example.com
curl --form upload=@files/notes.txt --form press=OK http://www.example.com/upload
