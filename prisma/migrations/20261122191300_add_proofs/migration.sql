-- AlterTable
ALTER TABLE "sign_ins" ADD COLUMN     "counter" BIGINT,
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "public_key" BYTEA;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "kept_token_id" TEXT,
ADD COLUMN     "sessions_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pending_sign_ins" ADD COLUMN     "user_id" UUID;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "digest" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "used_at" CHAR(26),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "spent_challenges" (
    "digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_challenges_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_ins_id_key" ON "sign_ins"("id");

-- CreateIndex
CREATE INDEX "pending_sign_ins_user_id_idx" ON "pending_sign_ins"("user_id");

-- CreateIndex
CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");

-- CreateIndex
CREATE INDEX "spent_challenges_expires_at_idx" ON "spent_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand.
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_passkey_check" CHECK (("kind" = 'passkey') = ("public_key" IS NOT NULL AND "counter" IS NOT NULL));
