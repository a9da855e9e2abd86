-- KEYS[1] has the time of the next request in microseconds; ARGV[1] is the question of apicall.
local question = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local start = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local pause = question.retry_after or question.remaining == 0 and question.reset or 0
start = math.max(start, now + pause * 1000000)
local rate = assert(question.requests, 'the run has no --rate') / question.seconds
local length = question.permits / rate * 1000000
redis.call('SET', KEYS[1], string.format('%.0f', start + length), 'EX', 7200)
return cjson.encode({permits = question.permits, wait = (start - now) / 1000000})
