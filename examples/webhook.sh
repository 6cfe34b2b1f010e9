#!/bin/sh
# Asks in the background, loses the connection twice, and waits for the webhook: sh examples/webhook.sh
# Set PARLEY_API_KEY, and PARLEY_ORIGIN for another address than http://127.0.0.1:3000. Needs curl, openssl and perl.
set -eu
origin=${PARLEY_ORIGIN:-http://127.0.0.1:3000}
folder=$(mktemp -d)
receiver=
trap 'if [ -n "$receiver" ]; then kill "$receiver" 2>/dev/null || true; fi; rm -rf "$folder"' EXIT

# Calls the service and prints the body; ends the script with the sentence of a failure.
call() {
  method=$1 path=$2 body=${3:-}
  reply=$(curl -sS -X "$method" "$origin/api$path" -H "Authorization: Bearer $PARLEY_API_KEY" \
    -H 'Content-Type: application/json' ${4:+-H "$4"} ${body:+-d "$body"})
  case $reply in
  '{"status":"ok"'*) printf '%s\n' "$reply" ;;
  *) printf '%s\n' "$reply" >&2 && exit 1 ;;
  esac
}
# Prints a text field of a JSON body.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# Takes one webhook: its headers into the file `head`, its body into the file `body`.
perl -MIO::Socket::INET -e '
  my ($folder) = @ARGV;
  sub save { open(my $file, ">:raw", "$folder/$_[0].part"); print $file $_[1]; close $file; rename "$folder/$_[0].part", "$folder/$_[0]" }
  my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", Listen => 5, ReuseAddr => 1) or die "No port: $!";
  save("port", $server->sockport);
  my $client = $server->accept;
  my ($head, $body) = ("", "");
  while (defined(my $line = <$client>)) { last if $line =~ /^\r?\n$/; $head .= $line }
  read $client, $body, $1 if $head =~ /^content-length: *(\d+)/im;
  print $client "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
  close $client;
  save("head", $head); save("body", $body);
' "$folder" &
receiver=$!
# Waits at most a minute for a file of the receiver.
await() {
  for _ in $(seq 600); do [ -f "$folder/$1" ] && return; sleep 0.1; done
  echo "There is no $1 after a minute." >&2 && exit 1
}
await port
port=$(cat "$folder/port")
webhook=$(call POST /webhook "{\"url\":\"http://127.0.0.1:$port/parley\",\"events\":[\"run.ended\"]}")
webhook_id=$(printf '%s' "$webhook" | field webhook_id)
secret=$(printf '%s' "$webhook" | field secret)

config=$(call POST /llm_config "{\"provider\":\"ollama\",\"model\":\"parley-demo\",\"base_url\":\"$origin/demo-model/v1\",\"name\":\"Demo model\"}")
config_id=$(printf '%s' "$config" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
case $(call GET /data_source) in
*'"name":"seattle_weather"'*) ;;
*) call POST /data_source '{"sample":"seattle_weather"}' >/dev/null ;;
esac
tool() { printf '{"tool_name":"%s","tool_server_id":"parley","properties":[]}' "$1"; }
tools="[$(tool find_metadata),$(tool execute_sql),$(tool create_graph)]"
agent_id=$(call POST /agent "{\"name\":\"Weather analyst\",\"model_config_id\":$config_id,\"tools\":$tools}" | field agent_id)
session_id=$(call POST /chat/session/new "{\"name\":\"Weather, by webhook\",\"agent_id\":\"$agent_id\"}" | field session_id)

question='How many days of fog were there in 2014?'
run_id=$(call POST /chat/query "{\"session_id\":\"$session_id\",\"query\":\"$question\"}" 'Prefer: respond-async' | field run_id)
echo "The run goes on: /api/chat/run/$run_id/events"

# Each connection is left after one event, as when a phone changes its network. The run goes on.
after=
for time in first second; do
  id=$(curl -sN "$origin/api/chat/run/$run_id/events" -H "Authorization: Bearer $PARLEY_API_KEY" \
    -H 'Accept: text/event-stream' ${after:+-H "Last-Event-ID: $after"} | sed -n '/^id: /{s///p;q;}')
  after=${id:-$after}
  echo "Lost the connection for the $time time, behind event $after."
done

await body
# Prints a header of the webhook.
header() { tr -d '\r' <"$folder/head" | sed -n "s/^[Ww]ebhook-$1: *//p"; }
sent_at=$(header timestamp)
age=$(($(date +%s) - sent_at))
if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then echo 'The webhook is too old.' >&2 && exit 1; fi
key=$(printf '%s' "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
signature=$({ printf '%s.%s.' "$(header id)" "$sent_at"; cat "$folder/body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
case " $(header signature) " in
*" v1,$signature "*) ;;
*) echo 'The signature of the webhook is wrong.' >&2 && exit 1 ;;
esac
[ "$(field run_id <"$folder/body")" = "$run_id" ] || { echo 'The webhook names another run.' >&2 && exit 1; }
echo "The webhook says that run $run_id ended."

# A call that breaks is made again.
call GET "/chat/run/$run_id/events" | field content
call GET "/chat/run/$run_id" | grep -o '"agent_name":"[^"]*"' | field agent_name
call DELETE "/webhook/$webhook_id" >/dev/null
