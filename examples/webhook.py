"""Asks in the background, loses the connection twice, and waits for the webhook: python3 examples/webhook.py

Set PARLEY_API_KEY, and PARLEY_ORIGIN for another address than http://127.0.0.1:3000.
"""

import http.server
import json
import os
import pathlib
import queue
import sys
import threading

# In a program of your own, install the package: pip install ./packages/sdk-python
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "packages/sdk-python/src"))
from parley_client import Parley, verify_webhook  # noqa: E402

origin = os.environ.get("PARLEY_ORIGIN", "http://127.0.0.1:3000")
parley = Parley(origin, os.environ["PARLEY_API_KEY"])
verified = queue.Queue()
secret = ""


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes webhooks. An event counts only when its signature is right."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            verify_webhook(secret, self.headers, body)
        except ValueError as error:
            self.send_error(400, str(error))
            return
        self.send_response(204)
        self.end_headers()
        verified.put(json.loads(body))

    def log_message(self, *_):
        pass


receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
added = parley.webhook.create(url=f"http://127.0.0.1:{receiver.server_port}/parley", events=["run.ended"])
secret = added["secret"]

config = parley.llm_config.create(
    provider="ollama", model="parley-demo", base_url=f"{origin}/demo-model/v1", name="Demo model"
)
names = [source["name"] for source in parley.data_source.list()["data_sources"]]
if "seattle_weather" not in names:
    parley.data_source.create(sample="seattle_weather")
tools = [
    {"tool_name": name, "tool_server_id": "parley", "properties": []}
    for name in ("find_metadata", "execute_sql", "create_graph")
]
agent = parley.agent.create(name="Weather analyst", model_config_id=config["id"], tools=tools)
session = parley.session.create(name="Weather, by webhook", agent_id=agent["agent_id"])

question = "How many days of fog were there in 2014?"
run = parley.chat.query_in_background(session_id=session["session_id"], query=question)
print("The run goes on:", run["links"]["events"])

# Each connection is left after one event, as when a phone changes its network. The run goes on.
after = {}
for time in ("first", "second"):
    events = parley.run.follow_stream(run_id=run["run_id"], **after)
    event = next(events)
    events.close()
    after = {"after": event["id"]} if "id" in event else after
    print(f"Lost the connection for the {time} time, behind event {after['after']}.")

event = verified.get(timeout=60)
if event["data"]["run_id"] != run["run_id"]:
    sys.exit("The webhook names another run.")
print(f"The webhook says that run {run['run_id']} ended.")
for event in parley.run.follow_stream(run_id=run["run_id"], **after):
    if event["type"] == "message":
        print(event["message"]["content"])
for step in parley.run.get(run_id=run["run_id"])["steps"]:
    print(f"{step['step_id']}. {step['agent_name']}: {step['status']}")

parley.webhook.delete(webhook_id=added["webhook"]["webhook_id"])
receiver.shutdown()
