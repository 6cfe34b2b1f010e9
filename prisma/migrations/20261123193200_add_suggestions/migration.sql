-- CreateTable
CREATE TABLE "suggestions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "before" TEXT,
    "statement" TEXT NOT NULL,
    "is_settled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "suggestions_run_id_reason_key" ON "suggestions"("run_id", "reason");

-- CreateIndex
CREATE INDEX "suggestions_user_id_created_at_id_idx" ON "suggestions"("user_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
