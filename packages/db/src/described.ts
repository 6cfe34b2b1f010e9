// Digest of the schema, the statements and the rest of this file: cbe36c71854d42be6ecdaf51884a92129d32b3868ed466b1a60d395320b5ef84
import type { Nullable, NotNull, Unproven } from './statement-text.ts'

/** What PostgreSQL says of each prepared statement. Written by `pnpm describe`. */
export type Described = {
  abandon_idempotent: {
    values: ['uuid', 'text', 'text']
    columns: Record<never, never>
  }
  add_agent_data_source: {
    values: ['uuid', 'uuid', 'text']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  add_usage: {
    values: ['uuid[]', 'text[]', 'text[]', 'text[]', 'float8[]', 'float8[]', 'float8[]']
    columns: Record<never, never>
  }
  allow_event_retention: {
    values: []
    columns: {
      value: Unproven<'text'>
    }
  }
  begin_idempotent: {
    values: ['uuid', 'text', 'text', 'text']
    columns: {
      key: NotNull<'text'>
    }
  }
  bequeath_session_runs: {
    values: ['uuid[]']
    columns: Record<never, never>
  }
  change_user: {
    values: ['uuid', 'text', 'bool']
    columns: {
      isChanged: Unproven<'bool'>
    }
  }
  claim_erasure: {
    values: ['uuid']
    columns: {
      isReady: Unproven<'bool'>
    }
  }
  claim_turn: {
    values: ['uuid', 'uuid', 'uuid', 'text', 'text', 'float8', 'json', 'uuid[]', 'text[]', 'text[]', 'int4[]', 'text[]', 'json']
    columns: {
      sequence: Unproven<'int4'>
    }
  }
  claim_webhooks: {
    values: ['text', 'float8', 'int8', 'int8']
    columns: {
      webhookId: Unproven<'uuid'>
    }
  }
  close_expired_turns: {
    values: ['uuid[]', 'text']
    columns: Record<never, never>
  }
  configure_role: {
    values: ['uuid', 'text']
    columns: Record<never, never>
  }
  consume_wallet_challenge: {
    values: ['int8']
    columns: {
      id: NotNull<'int8'>
    }
  }
  copy_messages: {
    values: ['uuid', 'uuid', 'int4']
    columns: Record<never, never>
  }
  count_ledger_transactions: {
    values: ['text']
    columns: {
      count: Unproven<'int8'>
    }
  }
  count_recovery_codes: {
    values: ['uuid']
    columns: {
      left: Unproven<'int4'>
      createdAt: Unproven<'bpchar'>
    }
  }
  count_rows_of_person: {
    values: ['uuid']
    columns: {
      name: Unproven<'text'>
      rows: Unproven<'int4'>
    }
  }
  decide_approval: {
    values: ['uuid', 'uuid', 'int4', 'bytea']
    columns: {
      run_id: NotNull<'uuid'>
    }
  }
  delete_agents_of_person: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_approval: {
    values: ['uuid', 'uuid', 'int4']
    columns: Record<never, never>
  }
  delete_artifacts_of_person: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_cut_event_seals: {
    values: ['int4']
    columns: Record<never, never>
  }
  delete_cut_events: {
    values: ['int4']
    columns: {
      events: Unproven<'int4'>
    }
  }
  delete_expired_artifacts: {
    values: []
    columns: Record<never, never>
  }
  delete_expired_rows: {
    values: []
    columns: {
      rows: Unproven<'int4'>
    }
  }
  delete_file_hold: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_own_sign_in: {
    values: ['uuid', 'uuid']
    columns: {
      kind: NotNull<'text'>
    }
  }
  delete_recovery_codes: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_retired_blobs: {
    values: ['text[]']
    columns: Record<never, never>
  }
  delete_retired_versions: {
    values: ['text[]']
    columns: Record<never, never>
  }
  delete_session_artifacts: {
    values: ['uuid[]']
    columns: Record<never, never>
  }
  delete_sessions: {
    values: ['uuid[]']
    columns: Record<never, never>
  }
  delete_sessions_of_person: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_tool_sign_in: {
    values: ['uuid', 'text']
    columns: Record<never, never>
  }
  delete_traces_of_person: {
    values: ['uuid']
    columns: Record<never, never>
  }
  delete_user: {
    values: ['uuid']
    columns: Record<never, never>
  }
  end_change_lease: {
    values: ['text']
    columns: Record<never, never>
  }
  end_sessions: {
    values: ['uuid', 'timestamptz', 'text']
    columns: Record<never, never>
  }
  end_sessions_once: {
    values: ['bytea', 'timestamptz', 'text', 'text', 'timestamptz']
    columns: {
      isNew: Unproven<'bool'>
      owner: Unproven<'uuid'>
    }
  }
  find_api_key_credentials: {
    values: ['text[]']
    columns: {
      position: Unproven<'int4'>
      owner: NotNull<'uuid'>
      role: NotNull<'text'>
      ownLimits: Nullable<'json'>
      digest: NotNull<'bytea'>
      scopes: Unproven<'text'>
      isUseDue: Unproven<'bool'>
    }
  }
  find_llm_configs: {
    values: ['uuid[]', 'int4[]']
    columns: {
      position: Unproven<'int4'>
      id: NotNull<'int4'>
      ownerId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
      provider: NotNull<'text'>
      model: NotNull<'text'>
      baseUrl: Nullable<'text'>
      params: NotNull<'json'>
      name: NotNull<'text'>
      description: NotNull<'text'>
      createdAt: NotNull<'bpchar'>
      apiKeyCipher: Nullable<'bytea'>
    }
  }
  find_roles: {
    values: ['uuid[]']
    columns: {
      position: Unproven<'int4'>
      role: NotNull<'text'>
    }
  }
  find_run_data: {
    values: ['uuid[]']
    columns: {
      position: Unproven<'int4'>
      role: NotNull<'text'>
      sources: Unproven<'json'>
      definitions: Unproven<'json'>
    }
  }
  find_run_evidence: {
    values: ['uuid[]', 'uuid[]']
    columns: {
      position: Unproven<'int4'>
      evidence: Unproven<'json'>
    }
  }
  find_token_owners: {
    values: ['text[]', 'uuid[]', 'float8[]']
    columns: {
      position: Unproven<'int4'>
      owner: NotNull<'uuid'>
      role: NotNull<'text'>
      ownLimits: Nullable<'json'>
    }
  }
  finish_erasure: {
    values: ['uuid']
    columns: Record<never, never>
  }
  finish_idempotent: {
    values: ['uuid', 'text', 'text', 'json']
    columns: Record<never, never>
  }
  finish_turn: {
    values: ['uuid', 'text', 'text', 'int4', 'int4', 'text', 'text', 'text', 'text', 'json', 'json', 'int4', 'int4[]', 'text[]', 'text[]', 'text[]', 'text[]', 'text[]', 'int4[]']
    columns: {
      sequence: NotNull<'int4'>
    }
  }
  forget_blobs_of_person: {
    values: ['text']
    columns: Record<never, never>
  }
  forget_versions_of_person: {
    values: ['text']
    columns: Record<never, never>
  }
  has_administrator: {
    values: []
    columns: {
      hasAdministrator: Unproven<'bool'>
    }
  }
  insert_approval: {
    values: ['uuid', 'uuid', 'int4', 'text', 'text', 'bytea']
    columns: {
      run_id: NotNull<'uuid'>
    }
  }
  insert_artifact: {
    values: ['uuid', 'uuid', 'text', 'text', 'int4', 'text', 'uuid', 'timestamptz', 'float8']
    columns: {
      artifact_id: NotNull<'uuid'>
    }
  }
  insert_erasure: {
    values: ['uuid', 'text', 'text']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  insert_event_seal: {
    values: ['int4', 'text[]', 'bytea']
    columns: Record<never, never>
  }
  insert_events: {
    values: ['uuid[]', 'text[]', 'text[]', 'text[]', 'text[]', 'text[]', 'text[]', 'bytea[]']
    columns: Record<never, never>
  }
  insert_file_hold: {
    values: ['uuid', 'float8']
    columns: Record<never, never>
  }
  insert_installation_seal: {
    values: ['bytea']
    columns: Record<never, never>
  }
  insert_local_ledger: {
    values: ['text', 'text']
    columns: Record<never, never>
  }
  insert_pending_sign_in: {
    values: ['bytea', 'bytea', 'float8', 'uuid']
    columns: Record<never, never>
  }
  insert_recovery_codes: {
    values: ['uuid', 'bytea[]']
    columns: Record<never, never>
  }
  insert_retired_versions: {
    values: ['text[]']
    columns: Record<never, never>
  }
  insert_run_events: {
    values: ['uuid[]', 'int4[]', 'text[]', 'uuid[]']
    columns: {
      runs: Unproven<'int4'>
    }
  }
  insert_session_branch: {
    values: ['uuid', 'uuid', 'uuid', 'int4', 'uuid', 'int4']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  insert_setup_invitation: {
    values: ['bytea', 'timestamptz']
    columns: Record<never, never>
  }
  insert_sign_in: {
    values: ['text', 'text', 'text', 'uuid', 'text', 'bytea', 'float8']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  insert_steps: {
    values: ['int4[]', 'text[]', 'text[]', 'text[]', 'text[]', 'text[]', 'int4[]', 'uuid[]']
    columns: Record<never, never>
  }
  insert_template: {
    values: ['text', 'text', 'text', 'text', 'json', 'text']
    columns: Record<never, never>
  }
  insert_tested_delivery: {
    values: ['uuid', 'uuid', 'uuid', 'text', 'json', 'text', 'int4', 'text']
    columns: Record<never, never>
  }
  insert_user: {
    values: ['text', 'text', 'bool', 'text']
    columns: {
      owner: NotNull<'uuid'>
    }
  }
  is_event_sealed: {
    values: ['text', 'text']
    columns: {
      isSealed: Unproven<'bool'>
    }
  }
  issue_wallet_challenge: {
    values: ['text', 'text', 'int4']
    columns: {
      message: Unproven<'text'>
    }
  }
  keep_erased_rows: {
    values: ['uuid', 'json']
    columns: Record<never, never>
  }
  keep_erasure_receipt: {
    values: ['uuid', 'json']
    columns: {
      receipt: Nullable<'json'>
    }
  }
  keep_event_cut: {
    values: ['int4', 'bytea', 'bytea']
    columns: Record<never, never>
  }
  keep_event_subject: {
    values: ['uuid', 'bytea']
    columns: {
      subject: NotNull<'uuid'>
      salt: NotNull<'bytea'>
    }
  }
  list_retired_blobs: {
    values: ['int8']
    columns: {
      path: NotNull<'text'>
    }
  }
  list_retired_blobs_in: {
    values: ['text']
    columns: {
      path: NotNull<'text'>
    }
  }
  list_retired_versions: {
    values: ['timestamptz']
    columns: {
      version: NotNull<'text'>
    }
  }
  lock_account: {
    values: ['uuid']
    columns: {
      signIns: Unproven<'int4'>
    }
  }
  lock_administrators: {
    values: []
    columns: {
      '?column?': Unproven<'int4'>
    }
  }
  lock_agent_tools: {
    values: ['uuid', 'uuid']
    columns: {
      tools: NotNull<'json'>
    }
  }
  lock_event_sealer: {
    values: ['int8']
    columns: {
      isMine: Unproven<'bool'>
    }
  }
  lock_ledger: {
    values: ['text']
    columns: {
      isMine: Unproven<'bool'>
    }
  }
  lock_recovery_codes: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  lock_session_runs: {
    values: ['uuid[]']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  lock_session_tree: {
    values: ['uuid', 'uuid']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  lock_sign_in_name: {
    values: ['text', 'text', 'text']
    columns: {
      '?column?': Unproven<'int4'>
    }
  }
  lock_templates: {
    values: []
    columns: {
      id: NotNull<'uuid'>
    }
  }
  lock_tool_sign_in: {
    values: ['uuid', 'text', 'numeric']
    columns: {
      toolServerId: NotNull<'text'>
    }
  }
  lock_wallet_challenges: {
    values: ['text']
    columns: {
      '?column?': Unproven<'int4'>
    }
  }
  mark_api_key_used: {
    values: ['text', 'text']
    columns: {
      isFirst: Unproven<'bool'>
    }
  }
  name_invited_guest: {
    values: ['uuid', 'uuid']
    columns: Record<never, never>
  }
  ping: {
    values: []
    columns: {
      '?column?': Unproven<'int4'>
    }
  }
  raise_passkey_counter: {
    values: ['text', 'float8']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  raise_role: {
    values: ['uuid']
    columns: Record<never, never>
  }
  read_approval_decision: {
    values: ['uuid', 'uuid', 'int4']
    columns: {
      decisionCipher: Nullable<'bytea'>
    }
  }
  read_clock: {
    values: []
    columns: {
      now: Unproven<'text'>
    }
  }
  read_local_ledger: {
    values: []
    columns: {
      genesis: NotNull<'text'>
      script: NotNull<'text'>
    }
  }
  record_webhook_attempt: {
    values: ['uuid', 'text', 'uuid', 'text', 'int4', 'text', 'float8', 'text']
    columns: Record<never, never>
  }
  release_webhooks: {
    values: ['uuid[]', 'text']
    columns: Record<never, never>
  }
  remove_other_ledger_accounts: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  remove_other_ledger_delegations: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  remove_other_ledger_validators: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  renew_file_hold: {
    values: ['uuid', 'float8']
    columns: Record<never, never>
  }
  renew_turn_leases: {
    values: ['uuid[]', 'text', 'float8']
    columns: {
      runId: NotNull<'uuid'>
    }
  }
  replace_local_ledger_script: {
    values: ['text', 'text']
    columns: Record<never, never>
  }
  replay_webhook_delivery: {
    values: ['uuid', 'uuid', 'uuid']
    columns: {
      isEnabled: NotNull<'bool'>
      isFound: Unproven<'bool'>
    }
  }
  request_turn_cancel: {
    values: ['uuid', 'uuid']
    columns: {
      isRunning: Unproven<'bool'>
    }
  }
  reserve_llm_config_id: {
    values: []
    columns: {
      id: Unproven<'int4'>
    }
  }
  revoke_access_token: {
    values: ['text', 'timestamptz']
    columns: Record<never, never>
  }
  rewind_ledger_asset_versions: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  rewind_ledger_balance_versions: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  rewind_ledger_blocks: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  rewind_ledger_epochs: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  rewind_ledger_stake_versions: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  rewind_ledger_transactions: {
    values: ['text', 'int8']
    columns: Record<never, never>
  }
  search_sessions: {
    values: ['uuid', 'text', 'uuid', 'bool', 'bool', 'text', 'text', 'text', 'uuid', 'int8']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      personaId: NotNull<'int4'>
      agentId: NotNull<'uuid'>
      createdAt: NotNull<'bpchar'>
      lastActiveAt: NotNull<'bpchar'>
      treeId: NotNull<'uuid'>
      isPinned: NotNull<'bool'>
      isArchived: NotNull<'bool'>
      folder: NotNull<'text'>
      thumbnail: Nullable<'text'>
      ownerId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
    }
  }
  select_agent: {
    values: ['uuid', 'uuid']
    columns: {
      id: NotNull<'uuid'>
      ownerId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
      name: NotNull<'text'>
      description: NotNull<'text'>
      modelConfigId: NotNull<'int4'>
      tools: NotNull<'json'>
      limits: Nullable<'json'>
      dataSourceIds: Nullable<'json'>
      createdAt: NotNull<'bpchar'>
    }
  }
  select_any_unsealed: {
    values: []
    columns: {
      isAny: Unproven<'bool'>
    }
  }
  select_approvals: {
    values: ['uuid', 'uuid']
    columns: {
      runId: NotNull<'uuid'>
      stepId: NotNull<'int4'>
      toolServerId: NotNull<'text'>
      toolName: NotNull<'text'>
      argumentsCipher: NotNull<'bytea'>
      createdAt: Unproven<'text'>
    }
  }
  select_artifact: {
    values: ['uuid', 'uuid', 'text']
    columns: {
      artifactId: NotNull<'uuid'>
      fileName: NotNull<'text'>
      mediaType: NotNull<'text'>
      bytes: NotNull<'int4'>
      path: NotNull<'text'>
      runId: Nullable<'uuid'>
      expiresAt: Nullable<'timestamptz'>
      createdAt: NotNull<'bpchar'>
    }
  }
  select_cancel_requests: {
    values: ['text']
    columns: {
      runId: NotNull<'uuid'>
    }
  }
  select_claimed_deliveries: {
    values: ['uuid[]', 'text']
    columns: {
      webhookId: NotNull<'uuid'>
      owner: NotNull<'uuid'>
      url: NotNull<'text'>
      secretCipher: NotNull<'bytea'>
      previousSecretCipher: Unproven<'bytea'>
      failures: NotNull<'int4'>
      failingMs: Unproven<'float8'>
      deliveryId: NotNull<'uuid'>
      event: NotNull<'text'>
      data: NotNull<'json'>
      createdAt: NotNull<'bpchar'>
    }
  }
  select_data_source: {
    values: ['uuid', 'uuid']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      title: NotNull<'text'>
      kind: NotNull<'text'>
      description: NotNull<'text'>
      tables: NotNull<'json'>
      connectionCipher: Nullable<'bytea'>
      address: NotNull<'text'>
      bytes: Unproven<'float8'>
      createdAt: NotNull<'bpchar'>
      updatedAt: NotNull<'bpchar'>
      refreshedAt: NotNull<'bpchar'>
    }
  }
  select_data_source_files: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      kind: NotNull<'text'>
      connectionCipher: Nullable<'bytea'>
      files: Unproven<'text[]'>
    }
  }
  select_data_source_summaries: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      title: NotNull<'text'>
      kind: NotNull<'text'>
      description: NotNull<'text'>
      connectionCipher: Nullable<'bytea'>
      address: NotNull<'text'>
      bytes: Unproven<'float8'>
      createdAt: NotNull<'bpchar'>
      updatedAt: NotNull<'bpchar'>
      refreshedAt: NotNull<'bpchar'>
      tableCount: Unproven<'int4'>
    }
  }
  select_data_sources: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      title: NotNull<'text'>
      kind: NotNull<'text'>
      description: NotNull<'text'>
      tables: NotNull<'json'>
      connectionCipher: Nullable<'bytea'>
      address: NotNull<'text'>
      bytes: Unproven<'float8'>
      createdAt: NotNull<'bpchar'>
      updatedAt: NotNull<'bpchar'>
      refreshedAt: NotNull<'bpchar'>
    }
  }
  select_definitions: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      kind: NotNull<'text'>
      name: NotNull<'text'>
      body: NotNull<'json'>
      dataSourceIds: NotNull<'uuid[]'>
      columns: NotNull<'text[]'>
      verifiedAt: NotNull<'bpchar'>
      problem: Nullable<'text'>
      createdAt: NotNull<'bpchar'>
    }
  }
  select_disabled_users: {
    values: ['uuid[]']
    columns: {
      id: Unproven<'uuid'>
    }
  }
  select_erased_homes: {
    values: []
    columns: {
      id: NotNull<'uuid'>
      home: NotNull<'text'>
    }
  }
  select_erasure: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      askedBy: NotNull<'text'>
      askedAt: NotNull<'timestamptz'>
      receipt: Nullable<'json'>
    }
  }
  select_erasure_target: {
    values: ['uuid']
    columns: {
      isLast: Unproven<'bool'>
    }
  }
  select_erasures: {
    values: ['int8', 'timestamptz', 'uuid']
    columns: {
      id: NotNull<'uuid'>
      askedBy: NotNull<'text'>
      askedAt: NotNull<'timestamptz'>
      receipt: Nullable<'json'>
    }
  }
  select_event_cut: {
    values: []
    columns: {
      batch: NotNull<'int4'>
      hash: NotNull<'bytea'>
      mark: NotNull<'bytea'>
    }
  }
  select_event_seals: {
    values: ['int4', 'int8']
    columns: {
      batch: NotNull<'int4'>
      hash: NotNull<'bytea'>
      eventIds: Unproven<'text[]'>
      found: Unproven<'int4'>
      digest: Unproven<'bytea'>
    }
  }
  select_events: {
    values: ['uuid', 'text', 'text', 'timestamptz', 'timestamptz', 'text', 'int8']
    columns: {
      id: Unproven<'text'>
      at: Unproven<'timestamptz'>
      subject: Nullable<'uuid'>
      userId: Unproven<'uuid'>
      walletAddress: Nullable<'text'>
      salt: Unproven<'bytea'>
      action: Unproven<'text'>
      outcome: Unproven<'text'>
      door: Unproven<'text'>
      keyId: Nullable<'text'>
      network: Nullable<'text'>
      targetId: Nullable<'text'>
      detail: Nullable<'bytea'>
    }
  }
  select_idempotency_key: {
    values: ['uuid', 'text', 'text']
    columns: {
      fingerprint: NotNull<'text'>
      isFinished: NotNull<'bool'>
      reply: Nullable<'json'>
    }
  }
  select_installation_seal: {
    values: []
    columns: {
      seal: NotNull<'bytea'>
    }
  }
  select_last_event_seal: {
    values: []
    columns: {
      batch: Unproven<'int4'>
      hash: Unproven<'bytea'>
    }
  }
  select_ledger_accounts: {
    values: ['text']
    columns: {
      address: NotNull<'text'>
      name: NotNull<'text'>
    }
  }
  select_ledger_assets: {
    values: ['text']
    columns: {
      asset: NotNull<'text'>
      height: NotNull<'int8'>
      symbol: NotNull<'text'>
      decimals: NotNull<'int4'>
      metadata: NotNull<'text'>
      supply: NotNull<'numeric'>
      owner: NotNull<'text'>
      firstHeight: Unproven<'int8'>
    }
  }
  select_ledger_balances: {
    values: ['text']
    columns: {
      address: NotNull<'text'>
      asset: NotNull<'text'>
      height: NotNull<'int8'>
      blockTime: NotNull<'timestamptz'>
      amount: NotNull<'numeric'>
    }
  }
  select_ledger_blocks: {
    values: ['text']
    columns: {
      height: NotNull<'int8'>
      blockId: NotNull<'text'>
      blockTime: NotNull<'timestamptz'>
      transactionCount: NotNull<'int4'>
      fees: NotNull<'numeric'>
    }
  }
  select_ledger_days: {
    values: ['text']
    columns: {
      day: Unproven<'text'>
      epochs: Unproven<'numeric'>
      minted: Unproven<'numeric'>
      totalSupply: Unproven<'numeric'>
      totalStaked: Unproven<'numeric'>
    }
  }
  select_ledger_delegations: {
    values: ['text']
    columns: {
      nodeId: NotNull<'text'>
      owner: NotNull<'text'>
      amount: NotNull<'numeric'>
      startBlock: NotNull<'int8'>
      endBlock: NotNull<'int8'>
      isActive: NotNull<'bool'>
    }
  }
  select_ledger_epochs: {
    values: ['text', 'int8']
    columns: {
      epoch: NotNull<'int8'>
      firstEpoch: NotNull<'int8'>
      height: NotNull<'int8'>
      blockTime: NotNull<'timestamptz'>
      minted: NotNull<'numeric'>
      totalSupply: NotNull<'numeric'>
      totalStaked: NotNull<'numeric'>
      activeValidators: NotNull<'int4'>
    }
  }
  select_ledger_head: {
    values: ['text']
    columns: {
      identity: NotNull<'text'>
      firstHeight: NotNull<'int8'>
      height: NotNull<'int8'>
      blockTime: NotNull<'timestamptz'>
      totalSupply: NotNull<'numeric'>
      maxSupply: NotNull<'numeric'>
      totalStaked: NotNull<'numeric'>
      rewardsPerEpoch: NotNull<'numeric'>
      emissionAddress: NotNull<'text'>
      emissionReward: NotNull<'numeric'>
      baseApr: NotNull<'float8'>
      epochLength: NotNull<'int8'>
      indexedAt: NotNull<'timestamptz'>
    }
  }
  select_ledger_place: {
    values: ['text']
    columns: {
      identity: NotNull<'text'>
      height: NotNull<'int8'>
      indexedAt: NotNull<'timestamptz'>
    }
  }
  select_ledger_stake_versions: {
    values: ['text']
    columns: {
      nodeId: NotNull<'text'>
      height: NotNull<'int8'>
      blockTime: NotNull<'timestamptz'>
      isActive: NotNull<'bool'>
      stakedAmount: NotNull<'numeric'>
      delegatedAmount: NotNull<'numeric'>
      feeRate: NotNull<'float8'>
    }
  }
  select_ledger_transactions: {
    values: ['text', 'int8']
    columns: {
      txId: NotNull<'text'>
      height: Nullable<'int8'>
      position: Nullable<'int4'>
      blockTime: NotNull<'timestamptz'>
      signer: Nullable<'text'>
      success: NotNull<'bool'>
      failure: Nullable<'text'>
      fee: NotNull<'numeric'>
      units: NotNull<'json'>
      actions: NotNull<'json'>
    }
  }
  select_ledger_validators: {
    values: ['text']
    columns: {
      nodeId: NotNull<'text'>
      publicKey: NotNull<'text'>
      state: NotNull<'text'>
      stakedAmount: NotNull<'numeric'>
      delegatedAmount: NotNull<'numeric'>
      feeRate: NotNull<'float8'>
      stakedReward: NotNull<'numeric'>
      delegatedReward: NotNull<'numeric'>
      registeredAmount: Nullable<'numeric'>
      startBlock: Nullable<'int8'>
      endBlock: Nullable<'int8'>
      ownerAddress: Nullable<'text'>
      rewardAddress: Nullable<'text'>
    }
  }
  select_oldest_event_seals: {
    values: ['float8']
    columns: {
      batch: NotNull<'int4'>
      hash: NotNull<'bytea'>
    }
  }
  select_oldest_file_hold: {
    values: []
    columns: {
      beganAt: Unproven<'timestamptz'>
    }
  }
  select_oldest_running_turn: {
    values: []
    columns: {
      createdAt: Unproven<'bpchar'>
    }
  }
  select_open_invitation: {
    values: ['bytea']
    columns: {
      role: NotNull<'text'>
      expiresAt: NotNull<'timestamptz'>
      isFirst: Unproven<'bool'>
    }
  }
  select_open_wallet_challenges: {
    values: ['text']
    columns: {
      id: NotNull<'int8'>
      message: NotNull<'text'>
    }
  }
  select_own_limits: {
    values: ['uuid']
    columns: {
      limits: Nullable<'json'>
    }
  }
  select_own_sign_ins: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
      kind: NotNull<'text'>
      issuer: NotNull<'text'>
      subject: NotNull<'text'>
      label: NotNull<'text'>
      createdAt: NotNull<'bpchar'>
      lastUsedAt: Nullable<'bpchar'>
    }
  }
  select_owner_of_subject: {
    values: ['uuid']
    columns: {
      owner: NotNull<'uuid'>
    }
  }
  select_passkey: {
    values: ['text']
    columns: {
      publicKey: Nullable<'bytea'>
      counter: Unproven<'float8'>
      owner: NotNull<'uuid'>
    }
  }
  select_pending_erasures: {
    values: []
    columns: {
      id: NotNull<'uuid'>
      owner: Nullable<'uuid'>
      askedBy: NotNull<'text'>
      askedAt: NotNull<'timestamptz'>
      subject: Nullable<'uuid'>
      erased: Nullable<'json'>
    }
  }
  select_rated_answers: {
    values: ['uuid', 'uuid']
    columns: {
      sequence: Unproven<'int4'>
      runId: Unproven<'uuid'>
      verdict: Unproven<'text'>
      comment: Unproven<'text'>
    }
  }
  select_run_events: {
    values: ['uuid', 'uuid', 'int4', 'int8']
    columns: {
      status: NotNull<'text'>
      events: Unproven<'json'>
    }
  }
  select_session_tree: {
    values: ['uuid', 'uuid']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      agentId: NotNull<'uuid'>
      branchOf: Nullable<'uuid'>
      branchAt: Nullable<'int4'>
      createdAt: NotNull<'bpchar'>
    }
  }
  select_sign_in_holder: {
    values: ['text', 'text', 'text']
    columns: {
      owner: NotNull<'uuid'>
    }
  }
  select_tool_sign_in: {
    values: ['uuid', 'text']
    columns: {
      recordCipher: NotNull<'bytea'>
    }
  }
  select_turn_context: {
    values: ['uuid', 'int4', 'int8']
    columns: {
      session: Unproven<'json'>
      agent: Unproven<'json'>
      config: Unproven<'json'>
      apiKeyCipher: Nullable<'bytea'>
      data: Unproven<'json'>
      history: Unproven<'json'>
    }
  }
  select_turn_outcome: {
    values: ['uuid', 'text', 'text']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  select_uncovered_events: {
    values: ['int8']
    columns: {
      id: Unproven<'text'>
    }
  }
  select_usage: {
    values: ['uuid', 'bpchar']
    columns: {
      provider: NotNull<'text'>
      model: NotNull<'text'>
      turns: NotNull<'int4'>
      inputTokens: Unproven<'float8'>
      outputTokens: Unproven<'float8'>
      costMicros: Unproven<'float8'>
      unpricedTurns: NotNull<'int4'>
    }
  }
  select_usage_of_people: {
    values: ['bpchar', 'int8']
    columns: {
      userId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
      turns: Unproven<'int4'>
      inputTokens: Unproven<'float8'>
      outputTokens: Unproven<'float8'>
      costMicros: Unproven<'float8'>
      unpricedTurns: Unproven<'int4'>
    }
  }
  set_agent_tools: {
    values: ['uuid', 'uuid', 'json']
    columns: Record<never, never>
  }
  set_own_limits: {
    values: ['uuid', 'text']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  spend_challenge: {
    values: ['bytea', 'timestamptz']
    columns: {
      isNew: Unproven<'bool'>
    }
  }
  sum_storage: {
    values: ['uuid[]']
    columns: {
      position: Unproven<'int4'>
      bytes: Unproven<'float8'>
    }
  }
  take_expired_turns: {
    values: ['int8']
    columns: {
      runId: NotNull<'uuid'>
      sessionId: NotNull<'uuid'>
    }
  }
  take_from_bucket: {
    values: ['text', 'float8', 'float8']
    columns: {
      fullInSeconds: Unproven<'float8'>
    }
  }
  take_invitation: {
    values: ['bytea', 'text', 'bool']
    columns: {
      id: NotNull<'uuid'>
      role: NotNull<'text'>
    }
  }
  take_pending_sign_in: {
    values: ['bytea', 'bytea']
    columns: {
      isValid: Unproven<'bool'>
      owner: Nullable<'uuid'>
    }
  }
  take_unsealed_events: {
    values: ['int8']
    columns: {
      ids: Unproven<'text[]'>
      digest: Unproven<'bytea'>
    }
  }
  unlock_tool_sign_in: {
    values: ['uuid', 'text']
    columns: Record<never, never>
  }
  update_artifact_file: {
    values: ['uuid', 'uuid', 'text', 'text', 'int4']
    columns: {
      artifact_id: NotNull<'uuid'>
    }
  }
  update_installation_seal: {
    values: ['bytea']
    columns: Record<never, never>
  }
  update_template: {
    values: ['text', 'text', 'text', 'text', 'json', 'text']
    columns: {
      id: NotNull<'int4'>
    }
  }
  upsert_definitions: {
    values: ['uuid', 'json']
    columns: Record<never, never>
  }
  upsert_rating: {
    values: ['uuid', 'uuid', 'text', 'text']
    columns: {
      runId: NotNull<'uuid'>
      sessionId: NotNull<'uuid'>
      verdict: NotNull<'text'>
      comment: NotNull<'text'>
      ratedAt: NotNull<'bpchar'>
    }
  }
  upsert_suggestion: {
    values: ['uuid', 'uuid', 'text', 'text', 'text', 'text']
    columns: Record<never, never>
  }
  upsert_tool_sign_in: {
    values: ['uuid', 'text', 'bytea']
    columns: Record<never, never>
  }
  use_recovery_code: {
    values: ['bytea']
    columns: {
      owner: NotNull<'uuid'>
    }
  }
  use_sign_in: {
    values: ['text', 'text', 'text']
    columns: {
      owner: NotNull<'uuid'>
      role: NotNull<'text'>
      isRoleConfigured: NotNull<'bool'>
      admittedBy: Nullable<'text'>
      isDisabled: Unproven<'bool'>
    }
  }
  wait_for_bucket: {
    values: ['text', 'float8', 'float8']
    columns: {
      waitSeconds: Unproven<'float8'>
    }
  }
  walk_sessions: {
    values: ['uuid', 'text', 'uuid', 'bool', 'bool', 'text', 'bpchar', 'uuid', 'int8', 'int4', 'int4', 'int8']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      personaId: NotNull<'int4'>
      agentId: NotNull<'uuid'>
      createdAt: NotNull<'bpchar'>
      lastActiveAt: NotNull<'bpchar'>
      treeId: NotNull<'uuid'>
      isPinned: NotNull<'bool'>
      isArchived: NotNull<'bool'>
      folder: NotNull<'text'>
      thumbnail: Nullable<'text'>
      ownerId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
      isFound: Unproven<'bool'>
      isLast: Unproven<'bool'>
      isCut: Unproven<'bool'>
    }
  }
  walk_sessions_by_activity: {
    values: ['uuid', 'text', 'uuid', 'bool', 'bool', 'text', 'bpchar', 'uuid', 'int8', 'int4', 'int4', 'int8']
    columns: {
      id: NotNull<'uuid'>
      name: NotNull<'text'>
      personaId: NotNull<'int4'>
      agentId: NotNull<'uuid'>
      createdAt: NotNull<'bpchar'>
      lastActiveAt: NotNull<'bpchar'>
      treeId: NotNull<'uuid'>
      isPinned: NotNull<'bool'>
      isArchived: NotNull<'bool'>
      folder: NotNull<'text'>
      thumbnail: Nullable<'text'>
      ownerId: NotNull<'uuid'>
      walletAddress: Nullable<'text'>
      isFound: Unproven<'bool'>
      isLast: Unproven<'bool'>
      isCut: Unproven<'bool'>
    }
  }
  write_ledger_accounts: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_asset_versions: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_balance_versions: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_blocks: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_delegations: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_epochs: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_networks: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_stake_versions: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_transactions: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
  write_ledger_validators: {
    values: ['text', 'json']
    columns: Record<never, never>
  }
}
