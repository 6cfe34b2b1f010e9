"""Asks in the background and follows the run: python3 examples/background.py

Set PARLEY_API_KEY, and PARLEY_ORIGIN for another address than http://127.0.0.1:3000.
"""

import os
import pathlib
import sys

# In a program of your own, install the package: pip install ./packages/sdk-python
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "packages/sdk-python/src"))
from parley_client import Parley  # noqa: E402

origin = os.environ.get("PARLEY_ORIGIN", "http://127.0.0.1:3000")
parley = Parley(origin, os.environ["PARLEY_API_KEY"])

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
session = parley.session.create(name="Weather, later", agent_id=agent["agent_id"])

question = "How many days of fog were there in 2014?"
run = parley.chat.query_in_background(session_id=session["session_id"], query=question)
print("The run goes on:", run["links"]["events"])

# The connection is left after the first event, as when a phone changes its network. The run goes on.
events = parley.run.follow_stream(run_id=run["run_id"])
last = next(events)
events.close()

for event in parley.run.follow_stream(run_id=run["run_id"], after=last["id"]):
    if event["type"] == "message":
        print(event["message"]["content"])
for step in parley.run.get(run_id=run["run_id"])["steps"]:
    print(f"{step['step_id']}. {step['agent_name']}: {step['status']}")
