-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "tree_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "branch_of" UUID,
ADD COLUMN "branch_at" INTEGER,
ADD COLUMN "is_pinned" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_archived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "folder" TEXT NOT NULL DEFAULT '',
ADD COLUMN "thumbnail" TEXT;
-- CreateIndex
CREATE INDEX "sessions_tree_id_idx" ON "sessions"("tree_id");
