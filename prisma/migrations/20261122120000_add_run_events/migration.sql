-- CreateTable. Unlogged by hand: events are worth nothing an hour after the run, and need no write-ahead log.
CREATE UNLOGGED TABLE "run_events" (
    "run_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "event" JSON NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_events_pkey" PRIMARY KEY ("run_id","sequence")
);

-- CreateIndex
CREATE INDEX "run_events_stored_at_idx" ON "run_events"("stored_at");

-- AddForeignKey
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
