-- CreateTable
CREATE TABLE "approvals" (
    "run_id" UUID NOT NULL,
    "step_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "tool_server_id" TEXT NOT NULL,
    "tool_name" TEXT NOT NULL,
    "arguments_cipher" BYTEA NOT NULL,
    "decision_cipher" BYTEA,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("run_id","step_id")
);

-- CreateTable
CREATE TABLE "tool_sign_ins" (
    "user_id" UUID NOT NULL,
    "tool_server_id" TEXT NOT NULL,
    "record_cipher" BYTEA NOT NULL,

    CONSTRAINT "tool_sign_ins_pkey" PRIMARY KEY ("user_id","tool_server_id")
);

-- CreateIndex
CREATE INDEX "approvals_user_id_idx" ON "approvals"("user_id");

-- CreateIndex
CREATE INDEX "approvals_expires_at_idx" ON "approvals"("expires_at");

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_sign_ins" ADD CONSTRAINT "tool_sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
