# Services for models: JSON with text, files, streams.
curl https://api.llm.example.com/v1/chat/completions \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $LLM_API_KEY" \
  -d '{
    "model": "large-1",
    "messages": [
      {
        "role": "system",
        "content": "You are a helpful assistant."
      },
      {
        "role": "user",
        "content": "Hello!"
      }
    ],
    "temperature": 0.70,
    "stream": true
  }'
curl https://api.llm.example.com/v1/models -H "Authorization: Bearer $LLM_API_KEY" -H "LLM-Organization: org-1"
curl https://api.llm.example.com/v1/images/generations -H "Content-Type: application/json" -H "Authorization: Bearer $LLM_API_KEY" -d '{"prompt": "A cute baby sea otter", "n": 1, "size": "1024x1024"}'
curl https://api.llm.example.com/v1/audio/transcriptions -H "Authorization: Bearer $LLM_API_KEY" -H "Content-Type: multipart/form-data" -F file="@files/data.bin" -F model="whisper-1"
curl https://api.llm.example.com/v1/files -H "Authorization: Bearer $LLM_API_KEY" -F purpose="fine-tune" -F file="@files/bulk.ndjson"
curl https://api.llm.example.com/v1/images/edits -H "Authorization: Bearer $LLM_API_KEY" -F image="@files/photo.png" -F mask="@files/photo.png;type=image/png;filename=mask.png" -F prompt="A sunlit lounge" -F n=2 -F size="1024x1024"
curl -X DELETE https://api.llm.example.com/v1/models/ft:large-1:acemeco:suffix:abc123 -H "Authorization: Bearer $LLM_API_KEY"
curl https://api.claude.example.com/v1/messages --header "x-api-key: $CLAUDE_KEY" --header "claude-version: 2023-06-01" --header "content-type: application/json" --data '{"model":"opus","max_tokens":1024,"messages":[{"role":"user","content":"Hello, world"}]}'
curl https://api.llm.example.com/v1/embeddings -H "Authorization: Bearer $LLM_API_KEY" --json '{"input": "The food was delicious", "model": "embed-2", "encoding_format": "float"}'
curl "https://language.gen.example.com/v1beta/models/pro:generateContent?key=$API_KEY" -H 'Content-Type: application/json' -X POST -d '{"contents": [{"parts":[{"text": "Write a story about a <b>magic</b> backpack."}]}]}'
curl http://localhost:11434/api/generate -d '{"model":"llama3.2","prompt":"Why is the sky blue?","options":{"seed":101,"temperature":0}}'
curl -X DELETE http://localhost:11434/api/delete -d '{"model":"llama3:13b"}'
curl https://infer.example.co/models/gpt2 -X POST -d '{"inputs": "Can you please let us know more details about your "}' -H 'Content-Type: application/json' -H "Authorization: Bearer hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
curl https://infer.example.co/models/whisper -X POST --data-binary '@files/data.bin' -H "Authorization: Bearer $HF_TOKEN"
curl -s -X POST -d '{"version": "5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa", "input": {"text": "Alice"}}' -H "Authorization: Token $REP_TOKEN" https://api.replicate.example.com/v1/predictions
curl -X POST "https://api.vectors.example.io/vectors/upsert" -H "Api-Key: $PINE_KEY" -H "Content-Type: application/json" -d '{"vectors":[{"id":"vec1","values":[0.1,0.2,-3e-4]}],"namespace":"ns1"}'
curl -X PUT 'http://localhost:6333/collections/test/points?wait=true' -H 'Content-Type: application/json' --data-raw '{"points": [{"id": 1, "vector": [0.05, 0.61], "payload": {"city": "Berlin"}}]}'
curl "https://api.translate.example.com/v2/translate" -H "Authorization: DeepT-Auth-Key $DEEPT" -d "text=Hello%2C%20world!" -d "target_lang=DE"
curl -X POST 'https://api.translate.example.com/v2/translate' --header 'Authorization: DeepT-Auth-Key 279a2e9d-83b3-c416-7e2d-f721593e42a0:fx' --header 'Content-Type: application/json' --data '{"text":["Hello, world!"],"target_lang":"DE"}'
curl -X POST https://api.speech.example.com/v1/text-to-speech/21m00Tcm4TlvDq8ikWAM --header "xi-api-key: $XI" --header "Content-Type: application/json" --data '{"text": "It is \"good\"\ttoday", "voice_settings": {"stability": 0}}' -o out.mp3
curl -N https://api.llm.example.com/v1/stream -H "Accept: text/event-stream" -H "Authorization: Bearer $LLM_API_KEY"
curl https://api.llm.example.com/v1/batches -H "Authorization: Bearer $LLM_API_KEY" -H "Content-Type: application/json" -d @- <<'EOF'
{
  "input_file_id": "file-abc123",
  "endpoint": "/v1/chat/completions",
  "completion_window": "24h"
}
EOF
curl https://api.llm.example.com/v1/answers -H "Authorization: Bearer $LLM_API_KEY" -H "Content-Type: application/json" -d "{\"question\": \"$QUESTION\", \"top\": 3}"
