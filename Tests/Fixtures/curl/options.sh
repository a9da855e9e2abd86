# Options of curl that a file can express, and shapes of commands.
curl -sSL -m 30 --connect-timeout 5 https://api.example.com/slow
curl --retry 5 --retry-delay 2 --retry-max-time 60 https://api.example.com/flaky
curl --retry 3 --retry-all-errors -f https://api.example.com/flaky
curl -L --max-redirs 3 --post301 --post302 -d a=1 https://api.example.com/move
curl -L --post301 -d a=1 https://api.example.com/move
curl --location-trusted -u ann:pw https://api.example.com/move
curl -r 0-499 https://api.example.com/file.bin -o file.bin
curl --url https://api.example.com/a --url https://api.example.com/b -H 'X-A: 1'
curl https://api.example.com/one --next -d x=1 https://api.example.com/two
curl 'https://api.example.com/{users,teams}/list'
curl 'https://api.example.com/page[1-3].json'
curl -g 'https://api.example.com/a?ids[]=1&ids[]=2'
curl --path-as-is https://api.example.com/a/../b
curl https://api.example.com/a/./b/../c
curl -X "PATCH" -d '{"a":1}' -H"Content-Type:application/json" https://api.example.com/x
curl -XPUT -d@files/user.json -HContent-Type:application/json https://api.example.com/x
curl --json '{"tool": "curl"}' https://api.example.com/json
curl --json @files/user.json https://api.example.com/json
curl --json '{"a":' --json '1}' https://api.example.com/json
curl --url-query 'name=a b' --url-query 'x=1' https://api.example.com/q
curl --url-query '+raw=a%20b' 'https://api.example.com/q?z=1'
curl -G -d a=1 -d b=2 'https://api.example.com/q?z=0'
curl -G --data-urlencode 'a=ü & ö' https://api.example.com/q
curl -I -L https://api.example.com/head
curl --head --user-agent "" https://api.example.com/head
curl -H 'Accept:' -H 'User-Agent:' https://api.example.com/bare
curl -H 'X-Empty;' https://api.example.com/bare
curl -H 'X-Multi: a' -H 'X-Multi: b' https://api.example.com/multi
curl -H 'Host: other.example.com' https://api.example.com/host
curl -H 'Content-Type:' -d 'plain' https://api.example.com/untyped
curl --data-raw '@not-a-file' https://api.example.com/raw
curl --data-ascii 'a=1' --data-binary 'b=2' https://api.example.com/two
curl --data-urlencode 'a b' --data-urlencode '=c&d' https://api.example.com/enc
curl -d 'a=1&a=2&b=3' https://api.example.com/list
curl -d 'a=1&b=2&a=3' https://api.example.com/order
curl -d 'novalue' https://api.example.com/word
curl -d 'a=%zz' https://api.example.com/escape
curl -F 'a=1;type=text/html' -F 'b="x;y"' -F 'c=@files/notes.txt;filename=n.md;type=text/markdown' https://api.example.com/form
curl -F 'json={"a":1};type=application/json' -F file=@files/invoice.pdf https://api.example.com/form
curl -F 'text=<files/notes.txt' https://api.example.com/form
curl -F 'a=1' -F 'a=2' https://api.example.com/form
curl --form-string 'a=@x;type=y' https://api.example.com/form
curl -T files/data.bin https://api.example.com/up/data.bin
curl -T files/data.bin -X POST https://api.example.com/up
curl --compressed -s https://api.example.com/gz
curl "https://api.example.com/a?q=1#fragment"
curl 'https://api.example.com?x=1'
curl 'https://api.example.com/?'
curl "https://api.example.com/%7Euser/a+b;c=d@e:f!g\$h'i(j)*k,l"
curl --no-buffer --no-keepalive --tcp-nodelay https://api.example.com/stream
curl -4 --http1.1 --limit-rate 1M https://api.example.com/four
curl --request-target '*' -X OPTIONS https://api.example.com
curl --proto '=https' --tlsv1.2 -sSf https://sh.example.rs
time curl -s https://api.example.com/timed > /dev/null 2>&1
curl --data-binary '{"a":1}
' -H 'Content-Type: application/json' https://api.example.com/nl
curl -X POST https://api.example.com/tabs -H $'X-Tab: a\tb' -d $'a\tb'
curl -X POST https://api.example.com/yaml -H 'Content-Type: application/yaml' -d 'a: <b> {{c}} ${d} $e \<f'
curl "https://api.example.com/users/$USER_ID/posts?limit=$LIMIT"
curl "$API_URL/v1/items" -H "Authorization: Bearer $TOKEN"
curl "$API_URL/v1/items?q=a%20b" -d "{\"name\": \"$NAME\"}" -H 'Content-Type: application/json'
curl "https://$REGION.api.example.com/things"
curl -d "count=$COUNT&name=x" https://api.example.com/vars
curl -H "X-Trace: pre-$TRACE-post" https://api.example.com/vars
curl -X POST https://api.example.com/big -d '{"n":12345678901234567890,"f":1e400,"z":-0.0,"u":"\u00e9\ud83d\ude00","s":"\/"}' -H 'Content-Type: application/json'
curl -X POST https://api.example.com/dup -d '{"a":1,"a":2}' -H 'Content-Type: application/json'
curl -X POST https://api.example.com/scalar -d '"just text"' -H 'Content-Type: application/json'
curl -X POST https://api.example.com/deep -d '{"a":{"b":[[],{},[{"c":null}]]},"on":"yes","no":"12:30","~":""}' -H 'Content-Type: application/json'
