"""The operations of the REST interface. Written by scripts/openapi.mjs from the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .transport import UNSET, ParleyError, Transport, Unset, _read, _unwrap, fill_path


def read_data(reply: Any) -> dict[str, Any]:
    """Returns the data of an open reply."""
    return _unwrap(_read(reply), "data")


def read_bytes(reply: Any) -> bytes:
    """Returns the whole body of an open reply. Raises ParleyError when it is cut off."""
    try:
        return reply.read()
    except Exception as cause:
        raise ParleyError("The connection broke before the reply was complete.") from cause


class _Noun:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Account(_Noun):
    def get(self) -> dict[str, Any]:
        """Read my account and the ways to sign in to it."""
        return self._transport.call("GET", "/account")

    def add_wallet(self, *, wallet: str, signature: str) -> dict[str, Any]:
        """Add a wallet as a way to sign in.

        Sign a challenge of the wallet, as for a sign-in. `user_id` stays as it is. The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("POST", "/account/wallet", body={"wallet": wallet, "signature": signature})

    def start_passkey(self, *, label: str) -> dict[str, Any]:
        """Get what a browser needs to create a passkey for my account.

        The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("POST", "/account/passkey/start", body={"label": label})

    def add_passkey(self, *, credential: dict[str, Any], label: str) -> dict[str, Any]:
        """Add a passkey as a way to sign in.

        The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("POST", "/account/passkey", body={"credential": credential, "label": label})

    def remove_sign_in(self, *, sign_in_id: str) -> dict[str, Any]:
        """Remove a way to sign in, except the last one.

        Ends the other sessions of the account. The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("DELETE", fill_path("/account/sign_in/{sign_in_id}", sign_in_id=sign_in_id))

    def create_recovery_codes(self) -> dict[str, Any]:
        """Make recovery codes; they are shown only in this reply.

        Each code signs in once. Codes that were made before stop working. The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("POST", "/account/recovery_codes")

    def end_other_sessions(self) -> dict[str, Any]:
        """End my other sessions.

        Access tokens and cookies that were made before stop working, except this one. API keys stay.
        """
        return self._transport.call("POST", "/account/end_other_sessions")

    def erase(self, *, user_id: str) -> dict[str, Any]:
        """Erase my account with all records, and leave a receipt.

        Sessions and API keys are refused from the next request on. Records and files are deleted within seconds; files that a running backup copies, when it ends. This cannot be undone. The last administrator stays. Read the receipt at `GET /erasure/{erasure_id}`. The access token must be of a sign-in in the last ten minutes.
        """
        return self._transport.call("POST", "/account/erase", body={"user_id": user_id})


class Agent(_Noun):
    def create(self, *, name: str, model_config_id: int, description: str | Unset = UNSET, tools: Sequence[Any] | Unset = UNSET, limits: dict[str, Any] | Unset = UNSET, data_source_ids: Any | Unset = UNSET) -> dict[str, Any]:
        """Create an agent."""
        return self._transport.call("POST", "/agent", body={"name": name, "description": description, "model_config_id": model_config_id, "tools": tools, "limits": limits, "data_source_ids": data_source_ids})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my agents.

        Without a query: all of them. With one, an addition: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/agent", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my agents, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def get(self, *, agent_id: str) -> dict[str, Any]:
        """Get an agent with its tools."""
        return self._transport.call("GET", fill_path("/agent/{agent_id}", agent_id=agent_id))

    def update(self, *, agent_id: str, name: str | Unset = UNSET, description: str | Unset = UNSET, model_config_id: int | Unset = UNSET, tools: Sequence[Any] | Unset = UNSET, limits: dict[str, Any] | Unset = UNSET, data_source_ids: Any | Unset = UNSET) -> dict[str, Any]:
        """Change an agent.

        Only the sent fields change. `tools` is replaced as a whole.
        """
        return self._transport.call("PATCH", fill_path("/agent/{agent_id}", agent_id=agent_id), body={"name": name, "description": description, "model_config_id": model_config_id, "tools": tools, "limits": limits, "data_source_ids": data_source_ids})

    def delete(self, *, agent_id: str) -> dict[str, Any]:
        """Delete an agent permanently.

        Fails with 409 while sessions use the agent. Switch or delete those first.
        """
        return self._transport.call("DELETE", fill_path("/agent/{agent_id}", agent_id=agent_id))

    def list_starter_questions(self, *, agent_id: str, data_source_id: str | Unset = UNSET) -> dict[str, Any]:
        """List first questions that the data of an agent answers.

        At most four questions, written from the names, types and values of the columns without a model. Empty for an agent without the tool execute_sql.
        """
        return self._transport.call("GET", fill_path("/agent/{agent_id}/starter_questions", agent_id=agent_id), query={"data_source_id": data_source_id})

    def reads_images(self, *, agent_id: str) -> dict[str, Any]:
        """Say whether the model of an agent reads images.

        Only such agents take `images` with a question.
        """
        return self._transport.call("GET", fill_path("/agent/{agent_id}/reads_images", agent_id=agent_id))

    def add_data_source(self, *, agent_id: str, data_source_id: str) -> dict[str, Any]:
        """Let the data tools of an agent see one more data source.

        Adds the data source to `data_source_ids`. Changes nothing when it is in the list, or when the list is null.
        """
        return self._transport.call("POST", fill_path("/agent/{agent_id}/data_source", agent_id=agent_id), body={"data_source_id": data_source_id})

    def list_tool_problems(self, *, agent_id: str) -> dict[str, Any]:
        """Ask the tool servers of an agent which of its tools cannot be called.

        A changed tool is suspended until its owner accepts the change or removes the tool. No other change of the agent accepts it.
        """
        return self._transport.call("GET", fill_path("/agent/{agent_id}/tool_problems", agent_id=agent_id))

    def accept_tool(self, *, agent_id: str, tool_name: str, tool_server_id: str, definition_hash: str) -> dict[str, Any]:
        """Accept a changed tool as its server defines it now.

        Fails with 409 when the server has changed the tool again since its problem was read.
        """
        return self._transport.call("POST", fill_path("/agent/{agent_id}/accept_tool", agent_id=agent_id), body={"tool_name": tool_name, "tool_server_id": tool_server_id, "definition_hash": definition_hash})


class ApiKey(_Noun):
    def revoke_self(self, *, api_key_id: str) -> dict[str, Any]:
        """Revoke an API key with its own secret.

        The path carries the key identifier, the Authorization header the secret of the same key.
        """
        return self._transport.call("POST", fill_path("/apikeys/revoke/{api_key_id}", api_key_id=api_key_id), kind="other")

    def create(self, *, name: str, scopes: Sequence[Any] | Unset = UNSET, expires_at: Any | Unset = UNSET) -> dict[str, Any]:
        """Create an API key; the secret is shown only in this reply.

        Send an access token: an API key cannot create keys.
        """
        return self._transport.call("POST", "/apikeys", body={"name": name, "scopes": scopes, "expires_at": expires_at})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List API keys without their secrets.

        Without a query: all of them. With one: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/apikeys", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List API keys without their secrets, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def revoke(self, *, api_key_id: str) -> dict[str, Any]:
        """Revoke one of my API keys."""
        return self._transport.call("DELETE", fill_path("/apikeys/{api_key_id}", api_key_id=api_key_id))


class Auth(_Noun):
    def challenge(self, *, wallet: str) -> dict[str, Any]:
        """Get a message to sign with a wallet.

        The nonce is a fixed sentence and 64 hexadecimal digits. It can be used once, within five minutes.
        """
        return self._transport.call("GET", "/auth/challenge", query={"wallet": wallet})

    def verify(self, *, wallet: str, signature: str, invitation: str | Unset = UNSET) -> dict[str, Any]:
        """Exchange a signed challenge for an access token.

        The signature is an EIP-191 personal message signature of 65 bytes. When the operator has configured a chain, signatures of contract wallets (ERC-1271, ERC-6492) are valid too. The token is valid for 24 hours.
        """
        return self._transport.call("POST", "/auth/verify", body={"wallet": wallet, "signature": signature, "invitation": invitation}, is_repeatable=False)

    def challenge_passkey(self, *, purpose: str, label: str | Unset = UNSET) -> dict[str, Any]:
        """Get what a browser needs to use or create a passkey.

        The challenge can be used once, within five minutes.
        """
        return self._transport.call("POST", "/auth/passkey/challenge", body={"purpose": purpose, "label": label})

    def verify_passkey(self, *, credential: dict[str, Any]) -> dict[str, Any]:
        """Exchange the signature of a passkey for an access token.

        A passkey whose signature counter did not rise may have been copied, and is refused. The token is valid for 24 hours.
        """
        return self._transport.call("POST", "/auth/passkey/verify", body={"credential": credential})

    def register_passkey(self, *, credential: dict[str, Any], label: str, invitation: str | Unset = UNSET) -> dict[str, Any]:
        """Create an account with a new passkey.

        The rules of admission decide, as at the first sign-in with a wallet.
        """
        return self._transport.call("POST", "/auth/passkey/register", body={"credential": credential, "label": label, "invitation": invitation})

    def recover(self, *, code: str) -> dict[str, Any]:
        """Exchange a recovery code for an access token.

        The code is used up, and every other session of the account ends. Add a new way to sign in.
        """
        return self._transport.call("POST", "/auth/recover", body={"code": code})

    def sign_out(self) -> dict[str, Any]:
        """Revoke the access token of this request."""
        return self._transport.call("POST", "/auth/sign_out", kind="other")


class Chat(_Noun):
    def test(self, *, provider: str, model: str, base_url: Any | Unset = UNSET, api_key: Any | Unset = UNSET, params: dict[str, Any] | Unset = UNSET, name: str | Unset = UNSET, description: str | Unset = UNSET) -> dict[str, Any]:
        """Try a configuration without saving it.

        Fails with a sentence that says what is wrong, for example that no provider key was given.
        """
        return self._transport.call("POST", "/chat/test", body={"provider": provider, "model": model, "base_url": base_url, "api_key": api_key, "params": params, "name": name, "description": description}, is_repeatable=False)

    def query(self, *, session_id: str, query: str, images: Sequence[Any] | Unset = UNSET, time_zone: str | Unset = UNSET) -> dict[str, Any]:
        """Ask the agent of a session.

        The exchange is added to the history. An empty run_id says that no tool was used. With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply. A stream that breaks can be continued with GET /chat/run/{run_id}/events. With `Prefer: respond-async` the reply comes at once, with status 202 and the id of the run, which goes on in the background.
        """
        return self._transport.call("POST", "/chat/query", body={"session_id": session_id, "query": query, "images": images, "time_zone": time_zone})

    def query_stream(self, *, session_id: str, query: str, images: Sequence[Any] | Unset = UNSET, time_zone: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """Ask the agent of a session, and yield the events. The last one has the type `message` and holds the reply."""
        return self._transport.stream("POST", "/chat/query", body={"session_id": session_id, "query": query, "images": images, "time_zone": time_zone})

    def invoke_agent(self, *, agent_id: str, prompt: str, system_message: str | Unset = UNSET, time_zone: str | Unset = UNSET) -> dict[str, Any]:
        """Ask an agent once, without a session.

        Nothing is stored; the trace comes with the reply and ends with final_response. With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply.
        """
        return self._transport.call("POST", "/chat/invoke-agent", body={"agent_id": agent_id, "prompt": prompt, "system_message": system_message, "time_zone": time_zone}, is_repeatable=False)

    def invoke_agent_stream(self, *, agent_id: str, prompt: str, system_message: str | Unset = UNSET, time_zone: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """Ask an agent once, without a session, and yield the events. The last one has the type `message` and holds the reply."""
        return self._transport.stream("POST", "/chat/invoke-agent", body={"agent_id": agent_id, "prompt": prompt, "system_message": system_message, "time_zone": time_zone})

    def invoke_llm(self, *, model_config_id: int, prompt: str, system_message: str | Unset = UNSET) -> dict[str, Any]:
        """Ask a language model once, without tools or history.

        With `Accept: text/event-stream` the same answer comes as events; the last one, `message`, is this reply.
        """
        return self._transport.call("POST", "/chat/invoke-llm", body={"model_config_id": model_config_id, "prompt": prompt, "system_message": system_message}, is_repeatable=False)

    def invoke_llm_stream(self, *, model_config_id: int, prompt: str, system_message: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """Ask a language model once, without tools or history, and yield the events. The last one has the type `message` and holds the reply."""
        return self._transport.stream("POST", "/chat/invoke-llm", body={"model_config_id": model_config_id, "prompt": prompt, "system_message": system_message})


class DataSource(_Noun):
    def create(self, *, sample: str | Unset = UNSET, name: str | Unset = UNSET, description: str | Unset = UNSET, format: str | Unset = UNSET, content: str | Unset = UNSET, encoding: str | Unset = UNSET, connection: Any | Unset = UNSET) -> dict[str, Any]:
        """Connect a file, a sample, a database or an API as a data source.

        Send name and connection; or name, format and content (base64 where encoding says so); or sample; or a multipart form with one file and optionally name and format. A SQLite database is uploaded as a file of the format sqlite. A connection that does not work is refused with a sentence and leaves no record; passwords and headers are kept encrypted and never shown again.
        """
        return self._transport.call("POST", "/data_source", body={"sample": sample, "name": name, "description": description, "format": format, "content": content, "encoding": encoding, "connection": connection})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my data sources.

        Your own data sources come first, then those of the service: the ledger, of the kind ledger, and for administrators the account of what happened, of the kind events. They are always up to date and can be neither changed nor deleted. With a query the reply is a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/data_source", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my data sources, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def test(self, *, connection: Any) -> dict[str, Any]:
        """Try a connection without saving it.

        Answers with a sentence about what was found, or fails with one that says what is wrong.
        """
        return self._transport.call("POST", "/data_source/test", body={"connection": connection}, is_repeatable=False)

    def get(self, *, data_source_id: str) -> dict[str, Any]:
        """Get a data source with its tables and columns."""
        return self._transport.call("GET", fill_path("/data_source/{data_source_id}", data_source_id=data_source_id))

    def update(self, *, data_source_id: str, title: str | Unset = UNSET, description: str | Unset = UNSET, tables: Sequence[Any] | Unset = UNSET) -> dict[str, Any]:
        """Describe a data source, its tables and its columns.

        Your description replaces the source's own comment, ranks highest in searches, and is kept by a refresh. An empty text restores the source's own comment. `title` is the name for people; names in SQL cannot be changed. `value_synonyms` are your words for values, which find_metadata and the notes of execute_sql then know; `is_searched` false leaves the values of a column out of both. They count from the next run on.
        """
        return self._transport.call("PATCH", fill_path("/data_source/{data_source_id}", data_source_id=data_source_id), body={"title": title, "description": description, "tables": tables})

    def delete(self, *, data_source_id: str) -> dict[str, Any]:
        """Delete a data source and its files."""
        return self._transport.call("DELETE", fill_path("/data_source/{data_source_id}", data_source_id=data_source_id))

    def refresh(self, *, data_source_id: str) -> dict[str, Any]:
        """Read the tables of a data source again.

        Describes the tables of a database again, or fetches the records of an API again. A failure changes nothing. Uploaded files cannot be refreshed: upload the new file as a new data source.
        """
        return self._transport.call("POST", fill_path("/data_source/{data_source_id}/refresh", data_source_id=data_source_id))

    def profile(self, *, data_source_id: str, table: str | Unset = UNSET) -> dict[str, Any]:
        """Say what the columns of a table hold.

        For tables that are files: uploads, samples and records of an API. Reads the whole table in the time of one statement; `bars` are empty where that was not enough.
        """
        return self._transport.call("GET", fill_path("/data_source/{data_source_id}/profile", data_source_id=data_source_id), query={"table": table})

    def reread(self, *, data_source_id: str, settings: dict[str, Any], table: str | Unset = UNSET) -> dict[str, Any]:
        """Read the uploaded file of a data source again in another way.

        The uploaded file is kept, so that its tables can be made again when a separator, an encoding, the row of the header, the order of dates or the decimal mark was assumed wrongly. What you leave out is decided from the file. A failure changes nothing.
        """
        return self._transport.call("POST", fill_path("/data_source/{data_source_id}/reread", data_source_id=data_source_id), body={"table": table, "settings": settings})

    def list_samples(self) -> dict[str, Any]:
        """List the public data sets that can be connected in one call."""
        return self._transport.call("GET", "/sample_source")


class Definition(_Noun):
    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my terms, metrics and verified questions.

        Without a query: all of them, oldest first. With one: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/definition", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my terms, metrics and verified questions, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def create(self, *, kind: str, name: str, synonyms: Sequence[Any] | Unset = UNSET, text: str | Unset = UNSET, expression: str | Unset = UNSET, table: str | Unset = UNSET, condition: str | Unset = UNSET, dimensions: Sequence[Any] | Unset = UNSET, time_column: str | Unset = UNSET, unit: str | Unset = UNSET) -> dict[str, Any]:
        """Define a term, a metric or a verified question.

        Its SQL is run once; a definition that does not run is refused with the sentence of the engine. Agents find it where they find tables. A statement reads a metric as FROM metric.<name>, with its dimensions as columns.
        """
        return self._transport.call("POST", "/definition", body={"kind": kind, "name": name, "synonyms": synonyms, "text": text, "expression": expression, "table": table, "condition": condition, "dimensions": dimensions, "time_column": time_column, "unit": unit})

    def update(self, *, definition_id: str, name: str | Unset = UNSET, synonyms: Sequence[Any] | Unset = UNSET, text: str | Unset = UNSET, expression: str | Unset = UNSET, table: str | Unset = UNSET, condition: str | Unset = UNSET, dimensions: Sequence[Any] | Unset = UNSET, time_column: str | Unset = UNSET, unit: str | Unset = UNSET) -> dict[str, Any]:
        """Change one of my definitions, or verify it again.

        Its SQL is run again. Without fields it is only verified, which ends a suspension.
        """
        return self._transport.call("PATCH", fill_path("/definition/{definition_id}", definition_id=definition_id), body={"name": name, "synonyms": synonyms, "text": text, "expression": expression, "table": table, "condition": condition, "dimensions": dimensions, "time_column": time_column, "unit": unit})

    def delete(self, *, definition_id: str) -> dict[str, Any]:
        """Delete one of my definitions."""
        return self._transport.call("DELETE", fill_path("/definition/{definition_id}", definition_id=definition_id))

    def save_answer(self, *, run_id: str, question: str) -> dict[str, Any]:
        """Save the statement of an answer as a verified question.

        The statement is the last one that execute_sql ran in this run.
        """
        return self._transport.call("POST", fill_path("/chat/run/{run_id}/definition", run_id=run_id), body={"question": question})

    def export_document(self, *, data_source_ids: str | Unset = UNSET) -> dict[str, Any]:
        """Export my definitions as YAML.

        A document of the Open Semantic Interchange (0.2.0.dev0): a table is a model of one dataset, with its metrics, its dimensions and the conditions of terms. What the form has no place for stands in extensions of the vendor PARLEY.
        """
        return self._transport.call("GET", "/definition/document", query={"data_source_ids": data_source_ids})

    def import_document(self, *, document: str) -> dict[str, Any]:
        """Import definitions from YAML.

        Creates and updates definitions by kind and name, all of them or none; equal ones stay as they are. The SQL of each changed one is run. A document of another tool is read as far as it fits: each metric that reads one dataset. `left` says what was left out. A failure names the line.
        """
        return self._transport.call("POST", "/definition/document", body={"document": document})


class Erasure(_Noun):
    def get(self, *, erasure_id: str) -> dict[str, Any]:
        """Read the receipt of an erasure.

        Without a credential, because the account is gone. The receipt names no person.
        """
        return self._transport.call("GET", fill_path("/erasure/{erasure_id}", erasure_id=erasure_id))

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the erasures with their receipts, newest first.

        A page at a time: send next_cursor as cursor until it is null. Keep the receipts outside: after the restore of an older backup they say who is to be erased again.
        """
        return self._transport.call("GET", "/erasure", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the erasures with their receipts, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]


class Event(_Noun):
    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET, parley_uuid: str | Unset = UNSET, action: str | Unset = UNSET, outcome: str | Unset = UNSET, from_: str | Unset = UNSET, to: str | Unset = UNSET) -> dict[str, Any]:
        """List what happened, newest first.

        A page at a time: send next_cursor as cursor, with the same filters, until it is null.
        """
        return self._transport.call("GET", "/event", query={"limit": limit, "cursor": cursor, "parley_uuid": parley_uuid, "action": action, "outcome": outcome, "from": from_, "to": to})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET, parley_uuid: str | Unset = UNSET, action: str | Unset = UNSET, outcome: str | Unset = UNSET, from_: str | Unset = UNSET, to: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List what happened, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor, parley_uuid=parley_uuid, action=action, outcome=outcome, from_=from_, to=to)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def verify(self) -> dict[str, Any]:
        """Check that no event was edited, removed or added.

        Reads every event that is kept. Note the newest batch elsewhere, to compare it later.
        """
        return self._transport.call("GET", "/event/seal")


class Invitation(_Noun):
    def create(self, *, role: str | Unset = UNSET, note: str | Unset = UNSET, expires_in_days: int | Unset = UNSET) -> dict[str, Any]:
        """Make a link that admits one person.

        Only this reply contains the link. The first person who opens it and signs in uses it up.
        """
        return self._transport.call("POST", "/invitation", body={"role": role, "note": note, "expires_in_days": expires_in_days})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the invitations, newest first, used and expired ones included.

        A page at a time: send next_cursor as cursor until it is null.
        """
        return self._transport.call("GET", "/invitation", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the invitations, newest first, used and expired ones included, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def delete(self, *, invitation_id: str) -> dict[str, Any]:
        """Delete an invitation, so that its link admits no person."""
        return self._transport.call("DELETE", fill_path("/invitation/{invitation_id}", invitation_id=invitation_id))

    def read(self, *, invitation: str) -> dict[str, Any]:
        """Read what an invitation gives.

        Send the token as `invitation` to the sign-in to use it.
        """
        return self._transport.call("POST", "/invitation/read", body={"invitation": invitation})

    def accept(self, *, invitation: str) -> dict[str, Any]:
        """Become an administrator by an invitation for administrators."""
        return self._transport.call("POST", "/invitation/accept", body={"invitation": invitation})


class LlmConfig(_Noun):
    def create(self, *, provider: str, model: str, name: str, base_url: Any | Unset = UNSET, api_key: Any | Unset = UNSET, params: dict[str, Any] | Unset = UNSET, description: str | Unset = UNSET) -> dict[str, Any]:
        """Create a language-model configuration.

        base_url is required for the provider ollama. api_key may be empty until the configuration is used.
        """
        return self._transport.call("POST", "/llm_config", body={"provider": provider, "model": model, "base_url": base_url, "api_key": api_key, "params": params, "name": name, "description": description})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my language-model configurations.

        Without a query: all of them. With one, an addition: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/llm_config", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my language-model configurations, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def get(self, *, config_id: int) -> dict[str, Any]:
        """Get a language-model configuration."""
        return self._transport.call("GET", fill_path("/llm_config/{config_id}", config_id=config_id))

    def update(self, *, config_id: int, provider: str | Unset = UNSET, model: str | Unset = UNSET, base_url: Any | Unset = UNSET, api_key: Any | Unset = UNSET, params: dict[str, Any] | Unset = UNSET, name: str | Unset = UNSET, description: str | Unset = UNSET) -> dict[str, Any]:
        """Change a language-model configuration.

        Only the sent fields change. `params` is replaced as a whole.
        """
        return self._transport.call("PATCH", fill_path("/llm_config/{config_id}", config_id=config_id), body={"provider": provider, "model": model, "base_url": base_url, "api_key": api_key, "params": params, "name": name, "description": description})

    def delete(self, *, config_id: int) -> dict[str, Any]:
        """Delete a language-model configuration.

        Fails with 409 while an agent uses it.
        """
        return self._transport.call("DELETE", fill_path("/llm_config/{config_id}", config_id=config_id))

    def list_templates(self) -> dict[str, Any]:
        """List the configurations the operator offers for copying.

        They have no key. Create your own configuration with these fields and your key.
        """
        return self._transport.call("GET", "/llm_config_template")

    def list_models(self, *, provider: str, base_url: Any | Unset = UNSET, api_key: Any | Unset = UNSET) -> dict[str, Any]:
        """Ask a provider which models it offers to a key.

        Nothing is saved. For a stored configuration see GET /llm_config/{config_id}/models.
        """
        return self._transport.call("POST", "/llm_config/models", body={"provider": provider, "base_url": base_url, "api_key": api_key})

    def list_config_models(self, *, config_id: int) -> dict[str, Any]:
        """Ask the provider of a configuration which models it offers."""
        return self._transport.call("GET", fill_path("/llm_config/{config_id}/models", config_id=config_id))


class Mcp(_Noun):
    def list_builtin_tools(self) -> dict[str, Any]:
        """List the built-in tools."""
        return self._transport.call("GET", "/mcp/client/parley")

    def search(self, *, q: str | Unset = UNSET, page: int | Unset = UNSET) -> dict[str, Any]:
        """Search tool servers."""
        return self._transport.call("GET", "/mcp/client/search", query={"q": q, "page": page})

    def server(self, *, q: str) -> dict[str, Any]:
        """Get the details of a tool server."""
        return self._transport.call("GET", "/mcp/client/server", query={"q": q})

    def list_server_tools(self, *, tool_server_id: str, properties: Sequence[Any] | Unset = UNSET) -> dict[str, Any]:
        """Ask a tool server which tools it has.

        For servers whose registry lists no tools, or that list them only with a configuration. `properties` are those of a binding. Fails with 409 when the server requires a sign-in.
        """
        return self._transport.call("POST", "/mcp/client/tools", body={"tool_server_id": tool_server_id, "properties": properties})

    def call(self) -> dict[str, Any]:
        """Offer your agents and data tools to MCP clients.

        Model Context Protocol over streamable HTTP, with an API key as the bearer token.
        """
        return self._transport.call("POST", "/mcp", body={}, kind="other")


class Persona(_Noun):
    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the personas a session can have.

        Without a query: all of them. With one, an addition: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/persona", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the personas a session can have, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]


class Rating(_Noun):
    def save(self, *, run_id: str, verdict: str, comment: str | Unset = UNSET, corrected_statement: str | Unset = UNSET) -> dict[str, Any]:
        """Rate the answer of a run.

        Replaces the rating before, with its comment. Fails with 409 while the run is under way. GET /chat/session/{session_id}/answers says which run wrote which answer.
        """
        return self._transport.call("POST", fill_path("/chat/run/{run_id}/rating", run_id=run_id), body={"verdict": verdict, "comment": comment, "corrected_statement": corrected_statement})

    def get(self, *, run_id: str) -> dict[str, Any]:
        """Get my rating of an answer.

        Fails with 404 for an answer without a rating.
        """
        return self._transport.call("GET", fill_path("/chat/run/{run_id}/rating", run_id=run_id))

    def delete(self, *, run_id: str) -> dict[str, Any]:
        """Delete my rating of an answer."""
        return self._transport.call("DELETE", fill_path("/chat/run/{run_id}/rating", run_id=run_id))

    def list(self, *, verdict: str | Unset = UNSET, session_id: str | Unset = UNSET, agent_id: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my ratings, newest first.

        A page at a time: send next_cursor as cursor, with the same filters, until it is null.
        """
        return self._transport.call("GET", "/chat/rating", query={"verdict": verdict, "session_id": session_id, "agent_id": agent_id, "limit": limit, "cursor": cursor})

    def list_pages(self, *, verdict: str | Unset = UNSET, session_id: str | Unset = UNSET, agent_id: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my ratings, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(verdict=verdict, session_id=session_id, agent_id=agent_id, limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]


class Run(_Noun):
    def list(self, *, session_id: str | Unset = UNSET, agent_id: str | Unset = UNSET, status: str | Unset = UNSET, from_: str | Unset = UNSET, to: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my runs, newest first.

        A page at a time: send next_cursor as cursor, with the same filters, until it is null.
        """
        return self._transport.call("GET", "/chat/run", query={"session_id": session_id, "agent_id": agent_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor})

    def list_pages(self, *, session_id: str | Unset = UNSET, agent_id: str | Unset = UNSET, status: str | Unset = UNSET, from_: str | Unset = UNSET, to: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my runs, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(session_id=session_id, agent_id=agent_id, status=status, from_=from_, to=to, limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def get(self, *, run_id: str) -> dict[str, Any]:
        """Get the trace of a run, step by step."""
        return self._transport.call("GET", fill_path("/chat/run/{run_id}", run_id=run_id))

    def follow(self, *, run_id: str, after: str | Unset = UNSET) -> dict[str, Any]:
        """Follow a run to its end.

        With `Accept: text/event-stream` sends the events of the run from the first on, or behind the event that `after` or the header Last-Event-ID names, while the run is under way and after it; the last one, `message`, is this reply. The reply is the stored answer, whose status says how the run ended. Without that header the reply comes when the run has ended. The events are deleted one hour after the run; a stream then begins with the steps of the trace.
        """
        return self._transport.call("GET", fill_path("/chat/run/{run_id}/events", run_id=run_id), query={"after": after})

    def follow_stream(self, *, run_id: str, after: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """Follow a run to its end, and yield the events. The last one has the type `message` and holds the reply."""
        return self._transport.stream("GET", fill_path("/chat/run/{run_id}/events", run_id=run_id), query={"after": after}, body=None)

    def evidence(self, *, run_id: str) -> dict[str, Any]:
        """Get which numbers of the answer of a run are proven.

        The service looks for every number of an answer in the results of its run, without a model. `evidence` is null when the run queried no data, and while it is under way.
        """
        return self._transport.call("GET", fill_path("/chat/run/{run_id}/evidence", run_id=run_id))

    def cancel(self, *, run_id: str) -> dict[str, Any]:
        """Stop a run that is under way.

        The text written so far is kept with status cancelled. Fails with 409 when the run has ended.
        """
        return self._transport.call("POST", fill_path("/chat/run/{run_id}/cancel", run_id=run_id))

    def approve(self, *, run_id: str, step_id: int, decision: str, arguments: dict[str, Any] | Unset = UNSET, reason: str | Unset = UNSET) -> dict[str, Any]:
        """Approve or deny a tool call that waits.

        A call of a tool with approval `ask` waits for this, for at most ten minutes. GET /chat/approvals lists the waiting calls. `arguments` replace those of the model; fixed arguments may be left out, or sent back as they were shown. The model reads the `reason` of a denial. With approve_always the agent calls this tool without asking from now on. Fails with 404 when no call waits at this step. Fails with 400 for arguments that the tool does not take and for a changed fixed argument; the call then still waits.
        """
        return self._transport.call("POST", fill_path("/chat/run/{run_id}/approve", run_id=run_id), body={"step_id": step_id, "decision": decision, "arguments": arguments, "reason": reason})

    def list_approvals(self, *, run_id: str | Unset = UNSET) -> dict[str, Any]:
        """List the tool calls that wait for my approval.

        Includes those of stateless calls, whose run_id no other operation shows while they wait.
        """
        return self._transport.call("GET", "/chat/approvals", query={"run_id": run_id})


class Session(_Noun):
    def create(self, *, agent_id: str, name: str | Unset = UNSET, persona_id: int | Unset = UNSET) -> dict[str, Any]:
        """Open a session with an agent."""
        return self._transport.call("POST", "/chat/session/new", body={"name": name, "persona_id": persona_id, "agent_id": agent_id})

    def update(self, *, session_id: str, name: str | Unset = UNSET, agent_id: str | Unset = UNSET, persona_id: int | Unset = UNSET, is_pinned: bool | Unset = UNSET, is_archived: bool | Unset = UNSET, folder: str | Unset = UNSET) -> dict[str, Any]:
        """Rename a session or switch its agent.

        persona_id, an addition to the specification, sets the style of replies from the next answer on. is_pinned, is_archived and folder, additions too, say how the session is kept in the list, and change all branches of its chat.
        """
        return self._transport.call("PATCH", fill_path("/chat/session/{session_id}", session_id=session_id), body={"name": name, "agent_id": agent_id, "persona_id": persona_id, "is_pinned": is_pinned, "is_archived": is_archived, "folder": folder})

    def get(self, *, session_id: str, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """Get a session with its whole history.

        With a query, an addition, `messages` is a page: the newest messages, oldest first among themselves. Send next_cursor as cursor for the messages before them, until it is null. A page also has how the session is kept in the list: is_pinned, is_archived and folder.
        """
        return self._transport.call("GET", fill_path("/chat/session/{session_id}", session_id=session_id), query={"limit": limit, "cursor": cursor})

    def get_pages(self, *, session_id: str, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """Get a session with its whole history, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.get(session_id=session_id, limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def delete(self, *, session_id: str, branches: str | Unset = UNSET) -> dict[str, Any]:
        """Delete a session and its history.

        With `branches=all`, an addition, every branch of its chat is deleted. Without it the other branches stay, with the runs of the answers that they show.
        """
        return self._transport.call("DELETE", fill_path("/chat/session/{session_id}", session_id=session_id), query={"branches": branches}, kind="other")

    def list_answers(self, *, session_id: str) -> dict[str, Any]:
        """List the answers of a session with their runs and ratings.

        Names the run of every answer, also of one without tools, whose message has an empty run_id. Answers whose run was deleted are left out.
        """
        return self._transport.call("GET", fill_path("/chat/session/{session_id}/answers", session_id=session_id))

    def branch(self, *, session_id: str, keep: int, agent_id: str | Unset = UNSET, persona_id: int | Unset = UNSET) -> dict[str, Any]:
        """Branch a session at a question.

        Creates a session that begins with the first `keep` messages of this one, which stays as it is. Ask the next question there with POST /chat/query. The last kept message must be an answer.
        """
        return self._transport.call("POST", fill_path("/chat/session/{session_id}/branches", session_id=session_id), body={"keep": keep, "agent_id": agent_id, "persona_id": persona_id})

    def list_branches(self, *, session_id: str) -> dict[str, Any]:
        """List the branches of a chat."""
        return self._transport.call("GET", fill_path("/chat/session/{session_id}/branches", session_id=session_id))

    def list_folders(self) -> dict[str, Any]:
        """List the folders of my sessions."""
        return self._transport.call("GET", "/chat/folder")

    def list(self, *, q: str | Unset = UNSET, agent_id: str | Unset = UNSET, sort: str | Unset = UNSET, show: str | Unset = UNSET, folder: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my sessions, newest first.

        Without a query: all sessions. With any field of the query, an addition: a page of them, with agent_id, last_active_at and next_cursor. Send next_cursor as cursor, with the same filters, until it is null.
        """
        return self._transport.call("GET", "/chat/session", query={"q": q, "agent_id": agent_id, "sort": sort, "show": show, "folder": folder, "limit": limit, "cursor": cursor})

    def list_pages(self, *, q: str | Unset = UNSET, agent_id: str | Unset = UNSET, sort: str | Unset = UNSET, show: str | Unset = UNSET, folder: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my sessions, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(q=q, agent_id=agent_id, sort=sort, show=show, folder=folder, limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]


class Suggestion(_Noun):
    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the verified questions that my corrections suggest.

        Newest first, a page at a time: send next_cursor as cursor until it is null.
        """
        return self._transport.call("GET", "/suggestion", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the verified questions that my corrections suggest, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def accept(self, *, suggestion_id: str, question: str | Unset = UNSET) -> dict[str, Any]:
        """Make a suggestion a verified question.

        Its statement is run once. A statement that does not run is refused with the sentence of the engine, and the suggestion stays. A verified question of the same wording gets the statement.
        """
        return self._transport.call("POST", fill_path("/suggestion/{suggestion_id}/accept", suggestion_id=suggestion_id), body={"question": question})

    def dismiss(self, *, suggestion_id: str) -> dict[str, Any]:
        """Dismiss a suggestion.

        The same statement is not offered again for this answer.
        """
        return self._transport.call("DELETE", fill_path("/suggestion/{suggestion_id}", suggestion_id=suggestion_id))


class Usage(_Noun):
    def get(self) -> dict[str, Any]:
        """Read what I used in this month, and my limits."""
        return self._transport.call("GET", "/usage")

    def list(self, *, month: str | Unset = UNSET) -> dict[str, Any]:
        """Read what each person used in a month.

        At most 1,000 people, the most expensive first.
        """
        return self._transport.call("GET", "/usage/people", query={"month": month})


class User(_Noun):
    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the people with an account, newest first.

        A page at a time: send next_cursor as cursor until it is null.
        """
        return self._transport.call("GET", "/user", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the people with an account, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def update(self, *, parley_uuid: str, role: str | Unset = UNSET, is_disabled: bool | Unset = UNSET) -> dict[str, Any]:
        """Change the role of a person, or disable the account.

        A disabled account is refused from the next request on: sessions, API keys, and turns under way. Its records stay. The last administrator can be neither disabled nor made a member.
        """
        return self._transport.call("PATCH", fill_path("/user/{parley_uuid}", parley_uuid=parley_uuid), body={"role": role, "is_disabled": is_disabled})

    def erase(self, *, parley_uuid: str) -> dict[str, Any]:
        """Erase a person with all records, and leave a receipt.

        The account is refused from the next request on. Records and files are deleted within seconds; files that a running backup copies, when it ends. This cannot be undone. The last administrator cannot be erased. Read the receipt at `GET /erasure/{erasure_id}`.
        """
        return self._transport.call("DELETE", fill_path("/user/{parley_uuid}", parley_uuid=parley_uuid))

    def get_limits(self, *, parley_uuid: str) -> dict[str, Any]:
        """Read the limits of a person, and what of them was used."""
        return self._transport.call("GET", fill_path("/user/{parley_uuid}/limits", parley_uuid=parley_uuid))

    def update_limits(self, *, parley_uuid: str, turns: Any | Unset = UNSET, tokens: Any | Unset = UNSET, cost_usd: Any | Unset = UNSET, storage_bytes: Any | Unset = UNSET) -> dict[str, Any]:
        """Set limits of a person over those of every user.

        Counts from the next request of the person on. null takes a limit of the person away; a field that is left out stays.
        """
        return self._transport.call("PATCH", fill_path("/user/{parley_uuid}/limits", parley_uuid=parley_uuid), body={"turns": turns, "tokens": tokens, "cost_usd": cost_usd, "storage_bytes": storage_bytes})


class Webhook(_Noun):
    def create(self, *, url: str, name: str | Unset = UNSET, events: Sequence[Any] | Unset = UNSET) -> dict[str, Any]:
        """Add a webhook; only this reply holds its secret.

        Deliveries are signed as Standard Webhooks defines it: the headers webhook-id, webhook-timestamp and webhook-signature. They come in order, at least once. The receiver answers with a status of 2xx within 15 seconds; redirects are not followed. A failed delivery is repeated with growing pauses. After a day of failures, and at once for 410, the webhook is disabled. A repeated Idempotency-Key returns null for the secret.
        """
        return self._transport.call("POST", "/webhook", body={"name": name, "url": url, "events": events})

    def list(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List my webhooks.

        Without a query: all of them. With one: a page of them, with next_cursor.
        """
        return self._transport.call("GET", "/webhook", query={"limit": limit, "cursor": cursor})

    def list_pages(self, *, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List my webhooks, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list(limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def get(self, *, webhook_id: str) -> dict[str, Any]:
        """Get one of my webhooks."""
        return self._transport.call("GET", fill_path("/webhook/{webhook_id}", webhook_id=webhook_id))

    def update(self, *, webhook_id: str, name: str | Unset = UNSET, url: str | Unset = UNSET, events: Sequence[Any] | Unset = UNSET, is_enabled: bool | Unset = UNSET) -> dict[str, Any]:
        """Change, disable or enable one of my webhooks.

        While a webhook is disabled no events are recorded for it. Deliveries that were pending before are sent when it is enabled again.
        """
        return self._transport.call("PATCH", fill_path("/webhook/{webhook_id}", webhook_id=webhook_id), body={"name": name, "url": url, "events": events, "is_enabled": is_enabled})

    def delete(self, *, webhook_id: str) -> dict[str, Any]:
        """Delete one of my webhooks with its deliveries."""
        return self._transport.call("DELETE", fill_path("/webhook/{webhook_id}", webhook_id=webhook_id))

    def rotate_secret(self, *, webhook_id: str) -> dict[str, Any]:
        """Replace the secret of a webhook.

        For 24 hours deliveries carry two signatures, one of the new secret and one of the former.
        """
        return self._transport.call("POST", fill_path("/webhook/{webhook_id}/rotate_secret", webhook_id=webhook_id))

    def test(self, *, webhook_id: str) -> dict[str, Any]:
        """Send a test event to a webhook.

        Sends one `webhook.test` at once, also to a disabled webhook, and says how it was answered.
        """
        return self._transport.call("POST", fill_path("/webhook/{webhook_id}/test", webhook_id=webhook_id))

    def list_deliveries(self, *, webhook_id: str, status: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> dict[str, Any]:
        """List the deliveries of a webhook, newest first.

        A page at a time: send next_cursor as cursor, with the same filter, until it is null. Deliveries are deleted after 30 days.
        """
        return self._transport.call("GET", fill_path("/webhook/{webhook_id}/delivery", webhook_id=webhook_id), query={"status": status, "limit": limit, "cursor": cursor})

    def list_deliveries_pages(self, *, webhook_id: str, status: str | Unset = UNSET, limit: int | Unset = UNSET, cursor: str | Unset = UNSET) -> Iterator[dict[str, Any]]:
        """List the deliveries of a webhook, newest first, and yield the pages, from `cursor` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.list_deliveries(webhook_id=webhook_id, status=status, limit=limit, cursor=cursor)
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]

    def replay(self, *, webhook_id: str, delivery_id: str) -> dict[str, Any]:
        """Send a delivery again.

        The delivery is due at once, before later ones and with the same webhook-id. Fails with 409 while the webhook is disabled.
        """
        return self._transport.call("POST", fill_path("/webhook/{webhook_id}/delivery/{delivery_id}/replay", webhook_id=webhook_id, delivery_id=delivery_id))


class Operations:
    """All nouns of the interface."""

    def __init__(self, transport: Transport) -> None:
        self.account = Account(transport)
        self.agent = Agent(transport)
        self.api_key = ApiKey(transport)
        self.auth = Auth(transport)
        self.chat = Chat(transport)
        self.data_source = DataSource(transport)
        self.definition = Definition(transport)
        self.erasure = Erasure(transport)
        self.event = Event(transport)
        self.invitation = Invitation(transport)
        self.llm_config = LlmConfig(transport)
        self.mcp = Mcp(transport)
        self.persona = Persona(transport)
        self.rating = Rating(transport)
        self.run = Run(transport)
        self.session = Session(transport)
        self.suggestion = Suggestion(transport)
        self.usage = Usage(transport)
        self.user = User(transport)
        self.webhook = Webhook(transport)
