# A service for code: tokens, JSON, templates of paths.
curl -L -H "Accept: application/vnd.forge+json" -H "Authorization: Bearer $FORGE_TOKEN" -H "X-Forge-Api-Version: 2022-11-28" https://api.forge.example.com/repos/OWNER/REPO/issues
curl -L \
  -X POST \
  -H "Accept: application/vnd.forge+json" \
  -H "Authorization: Bearer <YOUR-TOKEN>" \
  -H "X-Forge-Api-Version: 2022-11-28" \
  https://api.forge.example.com/repos/OWNER/REPO/issues \
  -d '{"title":"Found a bug","body":"I'"'"'m having a problem with this.","assignees":["octocat"],"milestone":1,"labels":["bug"]}'
curl -L -X PATCH -H "Authorization: Bearer $FORGE_TOKEN" https://api.forge.example.com/repos/OWNER/REPO/issues/42 -d '{"state":"closed","state_reason":"completed"}'
curl -L -X PUT -H "Authorization: Bearer $FORGE_TOKEN" https://api.forge.example.com/repos/OWNER/REPO/issues/42/lock -d '{"lock_reason":"off-topic"}'
curl -L -X DELETE -H "Authorization: Bearer $FORGE_TOKEN" "https://api.forge.example.com/repos/OWNER/REPO/issues/42/lock"
curl -u octocat:$FORGE_TOKEN https://api.forge.example.com/user
curl -i https://api.forge.example.com/users/octocat
curl -H "Authorization: token gho_16C7e42F292c6912E7710c838347Ae178B4a" https://api.forge.example.com/user/repos
curl "https://api.forge.example.com/search/repositories?q=tetris+language:assembly&sort=stars&order=desc"
curl "https://api.forge.example.com/repos/OWNER/REPO/commits?since=2026-01-01T00:00:00Z&per_page=100"
curl -G https://api.forge.example.com/search/code --data-urlencode "q=addClass in:file language:js repo:jquery/jquery" -d per_page=10
curl -H "Accept: application/vnd.forge.raw+json" -H "Authorization: Bearer $FORGE_TOKEN" https://api.forge.example.com/repos/OWNER/REPO/contents/README.md
curl -X PUT -H "Authorization: Bearer $FORGE_TOKEN" https://api.forge.example.com/repos/OWNER/REPO/contents/docs/a%20b.md -d '{"message":"my commit message","committer":{"name":"Monalisa","email":"mona@example.com"},"content":"bXkgbmV3IGZpbGUgY29udGVudHM="}'
curl -X POST -H "Authorization: Bearer $FORGE_TOKEN" https://api.forge.example.com/graphql -d '{"query":"query { viewer { login }}"}'
curl -s -o /dev/null -w '%{http_code}' https://api.forge.example.com/zen
curl --request GET --url https://api.forge.example.com/octocat --header "Authorization: Bearer YOUR-TOKEN" --header "X-Forge-Api-Version: 2022-11-28"
curl -X POST https://api.forge.example.com/repos/OWNER/REPO/dispatches -H "Authorization: Bearer $FORGE_TOKEN" -H "Content-Type: application/json" -d '{"event_type": "on-demand", "client_payload": {"unit": false, "integration": true}}'
curl -X POST "https://uploads.forge.example.com/repos/OWNER/REPO/releases/1/assets?name=report.csv" -H "Authorization: Bearer $FORGE_TOKEN" -H "Content-Type: text/csv" --data-binary @files/report.csv
curl -H 'If-None-Match: "644b5b0155e6404a9cc4bd9d8b1ae730"' https://api.forge.example.com/user
curl -I https://api.forge.example.com/meta
curl -H "Time-Zone: Europe/Amsterdam" -X POST https://api.forge.example.com/repos/OWNER/REPO/git/tags -d '{"tag":"v0.0.1","message":"initial version\n","object":"c3d0be41ecbe669545ee3e94d31ed9a4bc91ee3c","type":"commit","tagger":{"name":"Mona","date":"2026-06-17T14:53:35-07:00"}}'
curl --header "PRIVATE-TOKEN: <your_access_token>" "https://lab.example.com/api/v4/projects/13083/merge_requests?state=opened"
curl --request POST --header "PRIVATE-TOKEN: $LAB_TOKEN" --header "Content-Type: application/json" --data '{"branch":"main","commit_message":"create a new file","actions":[{"action":"create","file_path":"a.txt","content":"x"}]}' "https://lab.example.com/api/v4/projects/1/repository/commits"
curl --request POST --header "PRIVATE-TOKEN: $LAB_TOKEN" --form "file=@files/photo.png" "https://lab.example.com/api/v4/projects/5/uploads"
curl --request POST --form "token=$TRIGGER_TOKEN" --form ref=main --form "variables[UPLOAD_TO_S3]=true" "https://lab.example.com/api/v4/projects/9/trigger/pipeline"
curl --request PUT --header "PRIVATE-TOKEN: $LAB_TOKEN" "https://lab.example.com/api/v4/projects/1/issues/85?state_event=close"
curl --globoff --header "PRIVATE-TOKEN: $LAB_TOKEN" "https://lab.example.com/api/v4/projects/1/pipelines?filter[ref]=main"
curl --request POST --header "PRIVATE-TOKEN: $LAB_TOKEN" --data "title=Issues%20with%20auth" --data "labels=bug" https://lab.example.com/api/v4/projects/4/issues
curl --user "user@example.com:app-password-1" https://bucket.example.com/2.0/repositories/team
curl -X POST -H 'Content-Type: application/json' -u user:app_pass https://bucket.example.com/2.0/repositories/a/b/pullrequests -d '{
  "title": "My Title",
  "source": {
    "branch": {
      "name": "staging"
    }
  }
}'
