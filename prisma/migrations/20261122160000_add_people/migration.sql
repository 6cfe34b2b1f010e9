-- AlterTable
ALTER TABLE "users" ADD COLUMN     "admitted_by" TEXT,
ADD COLUMN     "disabled_at" CHAR(26),
ADD COLUMN     "is_role_configured" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'member';

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "digest" BYTEA NOT NULL,
    "created_by" UUID,
    "role" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" CHAR(26),
    "used_by" UUID,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_ins" (
    "kind" TEXT NOT NULL,
    "issuer" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "last_used_at" CHAR(26),

    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("kind","issuer","subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_digest_key" ON "invitations"("digest");

-- CreateIndex
CREATE INDEX "invitations_created_by_idx" ON "invitations"("created_by");

-- CreateIndex
CREATE INDEX "invitations_used_by_idx" ON "invitations"("used_by");

-- CreateIndex
CREATE INDEX "sign_ins_user_id_idx" ON "sign_ins"("user_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_fkey" FOREIGN KEY ("used_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- By hand.
ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('member', 'administrator'));
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK ("role" IN ('member', 'administrator'));
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_kind_check" CHECK ("kind" IN ('wallet', 'oidc', 'passkey'));

-- Everyone who could sign in before can sign in after.
INSERT INTO "sign_ins" ("kind", "subject", "user_id", "label", "created_at")
SELECT 'wallet', "wallet_key", "id", "wallet_address", "created_at" FROM "users" WHERE "wallet_key" IS NOT NULL;
