-- CreateTable
CREATE TABLE "erasures" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID,
    "home" TEXT NOT NULL,
    "subject" UUID,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "erased" JSON,
    "erased_at" TIMESTAMPTZ(3),
    "receipt" JSON,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);
-- CreateIndex
CREATE UNIQUE INDEX "erasures_user_id_key" ON "erasures"("user_id");
-- CreateIndex
CREATE INDEX "erasures_asked_at_idx" ON "erasures"("asked_at");
-- CreateIndex
CREATE INDEX "erasures_erased_at_idx" ON "erasures"("erased_at");
