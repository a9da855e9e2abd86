# Services for messages: bearer tokens, forms, webhooks, bots.
curl -X POST -H 'Authorization: Bearer xoxb-1234-56789abcdefgh' -H 'Content-type: application/json' --data '{"channel":"C123ABC456","text":"Hello, world"}' https://chat.example.com/api/chat.postMessage
curl -F file=@files/notes.txt -F "initial_comment=Hello, Leadville" -F channels=C0R7MFMJM -H "Authorization: Bearer $CHAT_TOKEN" https://chat.example.com/api/files.upload
curl -d "text=Hello+world" -d "channel=C123456" -H "Authorization: Bearer $CHAT_TOKEN" -X POST https://chat.example.com/api/chat.postMessage
curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello, World!"}' https://hooks.chat.example.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
curl -X POST --data-urlencode "payload={\"channel\": \"#general\", \"username\": \"webhookbot\", \"text\": \"posted\"}" https://hooks.chat.example.com/services/T0/B0/aBcD1234efGH5678ijKL9012
curl "https://chat.example.com/api/conversations.list?limit=20&types=public_channel,private_channel" -H "Authorization: Bearer $CHAT_TOKEN"
curl -s -X POST https://api.bots.example.com/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/sendMessage -d chat_id=42 -d text="Hello World"
curl -s "https://api.bots.example.com/bot$BOT_TOKEN/getUpdates?offset=-1"
curl -F photo=@files/photo.png -F chat_id=42 -F caption="A photo" https://api.bots.example.com/bot$BOT_TOKEN/sendPhoto
curl -X POST -H "Authorization: Bot $DISCO_TOKEN" -H "Content-Type: application/json" -d '{"content":"hi","tts":false,"embeds":[{"title":"Hello","color":16711680}]}' https://disco.example.com/api/v10/channels/123/messages
curl -H "Content-Type: application/json" -d '{"username": "test", "content": "hello"}' "https://disco.example.com/api/webhooks/910/$HOOK"
curl -X POST https://api.phone.example.com/2010-04-01/Accounts/$ACCOUNT_SID/Messages.json --data-urlencode "Body=Hi there" --data-urlencode "From=+15017122661" --data-urlencode "To=+15558675310" -u $ACCOUNT_SID:$AUTH_TOKEN
curl -X GET "https://api.phone.example.com/2010-04-01/Accounts/$ACCOUNT_SID/Calls.json?PageSize=20" -u $ACCOUNT_SID:$AUTH_TOKEN
curl -XPOST https://api.phone.example.com/2010-04-01/Accounts/$ACCOUNT_SID/Calls.json --data-urlencode "Url=http://demo.example.com/docs/voice.xml" --data-urlencode "To=+14155551212" --data-urlencode "From=+18668675310" -u $ACCOUNT_SID:$AUTH_TOKEN
curl -s --user 'api:YOUR_API_KEY' https://api.mail.example.net/v3/YOUR_DOMAIN_NAME/messages -F from='Excited User <mailgun@example.net>' -F to=YOU@example.net -F to=bar@example.com -F subject='Hello' -F text='Testing some awesomeness!'
curl --request POST --url https://api.send.example.net/v3/mail/send --header "Authorization: Bearer $SEND_KEY" --header 'Content-Type: application/json' --data '{"personalizations": [{"to": [{"email": "test@example.com"}]}],"from": {"email": "test@example.com"},"subject": "Sending is Fun","content": [{"type": "text/plain", "value": "and easy to do anywhere, even with cURL"}]}'
curl "https://api.post.example.net/email" -X POST -H "Accept: application/json" -H "Content-Type: application/json" -H "X-Post-Server-Token: server token" -d '{From: "sender@example.com"}'
curl -X POST "https://graph.social.example.com/v18.0/me/messages?access_token=$PAGE_TOKEN" -H "Content-Type: application/json" -d '{"recipient":{"id":"1"},"message":{"text":"hello"}}'
curl -i -X GET "https://graph.social.example.com/v18.0/me?fields=id%2Cname&access_token=EAACEdEose0cBA"
curl -i -X POST https://graph.social.example.com/v18.0/FROM/messages -H 'Authorization: Bearer ACCESS_TOKEN' -H 'Content-Type: application/json' -d '{ "messaging_product": "whatsapp", "to": "15555551234", "type": "template", "template": { "name": "hello_world", "language": { "code": "en_US" } } }'
curl -XPUT "https://matrix.example.org/_matrix/client/v3/rooms/%21abc:example.org/send/m.room.message/1" -H "Authorization: Bearer $MATRIX" -d '{"msgtype":"m.text","body":"hello"}'
curl -XPOST -d '{"type":"m.login.password", "user":"example", "password":"wordpass"}' "https://matrix.example.org/_matrix/client/v3/login"
curl -s --form-string "token=abc123def456" --form-string "user=uQiRzpo4DXghDmr9QzzfQu27cmVRsG" --form-string "message=hello; world" https://api.push.example.net/1/messages.json
curl -d "Backup successful" https://notify.example.sh/mytopic
curl -H "Title: Unauthorized access" -H "Priority: urgent" -H "Tags: warning,skull" -d "Remote access detected" https://notify.example.sh/alerts
curl -T files/photo.png -H "Filename: photo.png" https://notify.example.sh/flowers
curl -X POST https://irc.example.com/hook -H 'Content-Type: text/plain; charset=utf-8' -d 'Grüße & mehr'
curl -X POST https://hooks.zap.example.com/hooks/catch/1/abc -d name=Ann -d age=30
