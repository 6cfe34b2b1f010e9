-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "subject" UUID,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "key_id" TEXT,
    "network" TEXT,
    "target_id" TEXT,
    "detail" BYTEA,
    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);
-- CreateTable
CREATE TABLE "event_subjects" (
    "user_id" UUID NOT NULL,
    "subject" UUID NOT NULL DEFAULT gen_random_uuid(),
    "salt" BYTEA NOT NULL,
    CONSTRAINT "event_subjects_pkey" PRIMARY KEY ("user_id")
);
-- CreateTable
CREATE TABLE "unsealed_events" (
    "event_id" BIGINT NOT NULL,
    CONSTRAINT "unsealed_events_pkey" PRIMARY KEY ("event_id")
);
-- CreateTable
CREATE TABLE "event_seals" (
    "batch" INTEGER NOT NULL,
    "event_ids" BIGINT[] NOT NULL,
    "hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "event_seals_pkey" PRIMARY KEY ("batch")
);
-- CreateTable
CREATE TABLE "event_cuts" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "batch" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "mark" BYTEA NOT NULL,
    CONSTRAINT "event_cuts_pkey" PRIMARY KEY ("id")
);
-- CreateIndex
CREATE INDEX "events_at_idx" ON "events"("at");
-- CreateIndex
CREATE INDEX "events_subject_id_idx" ON "events"("subject", "id");
-- CreateIndex
CREATE UNIQUE INDEX "event_subjects_subject_key" ON "event_subjects"("subject");
-- AddForeignKey
ALTER TABLE "event_subjects" ADD CONSTRAINT "event_subjects_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Events and seals are only inserted. Retention, which deletes the oldest, says so for its transaction.
CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('parley.event_retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is refused: events are only inserted.', TG_OP, TG_TABLE_NAME;
END
$$;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON "event_seals" FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON "event_seals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();
