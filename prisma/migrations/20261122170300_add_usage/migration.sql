-- CreateTable
CREATE TABLE "usage_months" (
    "user_id" UUID NOT NULL,
    "month" CHAR(7) NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "turns" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "unpriced_turns" INTEGER NOT NULL,
    CONSTRAINT "usage_months_pkey" PRIMARY KEY ("user_id","month","provider","model")
);
-- CreateIndex
CREATE INDEX "usage_months_month_idx" ON "usage_months"("month");
-- AddForeignKey
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
