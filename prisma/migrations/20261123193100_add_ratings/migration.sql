-- AlterTable
ALTER TABLE "messages" ADD COLUMN "written_by" UUID;

-- CreateTable
CREATE TABLE "ratings" (
    "run_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "verdict" TEXT NOT NULL,
    "comment" TEXT NOT NULL,
    "rated_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("run_id")
);

-- CreateIndex
CREATE INDEX "ratings_user_id_rated_at_run_id_idx" ON "ratings"("user_id", "rated_at", "run_id");

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
