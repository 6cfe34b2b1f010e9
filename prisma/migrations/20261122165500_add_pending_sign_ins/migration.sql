-- CreateTable
CREATE TABLE "pending_sign_ins" (
    "state_digest" BYTEA NOT NULL,
    "browser_digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_sign_ins_pkey" PRIMARY KEY ("state_digest")
);

-- CreateIndex
CREATE INDEX "pending_sign_ins_expires_at_idx" ON "pending_sign_ins"("expires_at");
