-- The moment as the API shows it: UTC, six digits, no zone. It sorts as text.
CREATE FUNCTION iso_now() RETURNS text LANGUAGE sql VOLATILE
AS $$ SELECT to_char(timezone('utc', clock_timestamp()), 'YYYY-MM-DD"T"HH24:MI:SS.US') $$;

-- CreateTable
CREATE TABLE "revoked_access_tokens" (
    "token_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_access_tokens_pkey" PRIMARY KEY ("token_id")
);

-- CreateTable
CREATE TABLE "agents" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "model_config_id" INTEGER NOT NULL,
    "tools" JSON NOT NULL,
    "limits" JSON,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "key_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" CHAR(26),
    "revoked_at" CHAR(26),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "artifacts" (
    "artifact_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "run_id" UUID,
    "media_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("artifact_id","file_name")
);

-- CreateTable
CREATE TABLE "data_sources" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tables" JSON NOT NULL,
    "connection_cipher" BYTEA,
    "bytes" BIGINT NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "updated_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "data_sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "is_finished" BOOLEAN NOT NULL DEFAULT false,
    "reply" JSON,
    "lease_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","operation","key")
);

-- CreateTable
CREATE TABLE "llm_configs" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "base_url" TEXT,
    "api_key_cipher" BYTEA,
    "params" JSON NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "llm_configs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "session_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "type" TEXT,
    "status" TEXT,
    "run_id" TEXT,
    "artifacts" JSON,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("session_id","sequence")
);

-- CreateTable
CREATE TABLE "personas" (
    "id" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "personas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_buckets" (
    "bucket" TEXT NOT NULL,
    "full_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_buckets_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "is_cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "finished_at" CHAR(26),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "steps" (
    "run_id" UUID NOT NULL,
    "step_id" INTEGER NOT NULL,
    "agent_name" TEXT NOT NULL,
    "input" JSON,
    "output" JSON NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("run_id","step_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "persona_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "last_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "wallet_address" TEXT,
    "wallet_key" TEXT,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_challenges" (
    "id" BIGSERIAL NOT NULL,
    "wallet_key" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agents_user_id_created_at_idx" ON "agents"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "agents_model_config_id_idx" ON "agents"("model_config_id");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "artifacts_run_id_idx" ON "artifacts"("run_id");

-- CreateIndex
CREATE INDEX "artifacts_expires_at_idx" ON "artifacts"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "data_sources_user_id_name_key" ON "data_sources"("user_id", "name");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "llm_configs_user_id_id_idx" ON "llm_configs"("user_id", "id");

-- CreateIndex
CREATE INDEX "personas_user_id_id_idx" ON "personas"("user_id", "id");

-- CreateIndex
CREATE INDEX "runs_session_id_idx" ON "runs"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "runs_one_running_per_session" ON "runs"("session_id") WHERE (status = 'running');

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "sessions_agent_id_idx" ON "sessions"("agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_wallet_key_key" ON "users"("wallet_key");

-- CreateIndex
CREATE INDEX "wallet_challenges_wallet_key_id_idx" ON "wallet_challenges"("wallet_key", "id");

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_model_config_id_fkey" FOREIGN KEY ("model_config_id") REFERENCES "llm_configs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_sources" ADD CONSTRAINT "data_sources_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "llm_configs" ADD CONSTRAINT "llm_configs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personas" ADD CONSTRAINT "personas_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "steps" ADD CONSTRAINT "steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- What the schema language cannot say
ALTER TABLE "runs" ADD CONSTRAINT "runs_status_check"
    CHECK (status IN ('running', 'ok', 'error', 'interrupted', 'cancelled', 'truncated'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_role_check" CHECK (role IN ('user', 'assistant'));
ALTER SEQUENCE "personas_id_seq" RESTART WITH 1001;
ALTER TABLE "rate_buckets" SET UNLOGGED;

-- The owner of the operator's templates
INSERT INTO "users" ("id") VALUES ('00000000-0000-0000-0000-000000000000');
