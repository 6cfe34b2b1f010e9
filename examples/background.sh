#!/bin/sh
# Asks in the background and follows the run: sh examples/background.sh
# Set PARLEY_API_KEY, and PARLEY_ORIGIN for another address than http://127.0.0.1:3000. Needs curl.
set -eu
origin=${PARLEY_ORIGIN:-http://127.0.0.1:3000}

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

config=$(call POST /llm_config "{\"provider\":\"ollama\",\"model\":\"parley-demo\",\"base_url\":\"$origin/demo-model/v1\",\"name\":\"Demo model\"}")
config_id=$(printf '%s' "$config" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
case $(call GET /data_source) in
*'"name":"seattle_weather"'*) ;;
*) call POST /data_source '{"sample":"seattle_weather"}' >/dev/null ;;
esac
tool() { printf '{"tool_name":"%s","tool_server_id":"parley","properties":[]}' "$1"; }
tools="[$(tool find_metadata),$(tool execute_sql),$(tool create_graph)]"
agent_id=$(call POST /agent "{\"name\":\"Weather analyst\",\"model_config_id\":$config_id,\"tools\":$tools}" | field agent_id)
session_id=$(call POST /chat/session/new "{\"name\":\"Weather, later\",\"agent_id\":\"$agent_id\"}" | field session_id)

question='How many days of fog were there in 2014?'
run_id=$(call POST /chat/query "{\"session_id\":\"$session_id\",\"query\":\"$question\"}" 'Prefer: respond-async' | field run_id)
echo "The run goes on: /api/chat/run/$run_id/events"

# The answer comes when the run has ended; a call that breaks is made again.
call GET "/chat/run/$run_id/events" | field content
call GET "/chat/run/$run_id" | grep -o '"agent_name":"[^"]*"' | field agent_name
