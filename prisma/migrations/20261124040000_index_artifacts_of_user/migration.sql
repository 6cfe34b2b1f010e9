-- CreateIndex
CREATE INDEX "artifacts_user_id_bytes_idx" ON "artifacts"("user_id", "bytes");
