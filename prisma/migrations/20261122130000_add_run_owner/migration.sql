-- The list of a user's runs is read in the order of an index, so a run names its user itself.
ALTER TABLE "runs" ADD COLUMN "user_id" UUID;
UPDATE "runs" SET "user_id" = "sessions"."user_id" FROM "sessions" WHERE "sessions"."id" = "runs"."session_id";
ALTER TABLE "runs" ALTER COLUMN "user_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "runs_user_id_created_at_id_idx" ON "runs"("user_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
