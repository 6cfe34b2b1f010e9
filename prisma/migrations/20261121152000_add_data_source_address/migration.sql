-- AlterTable
ALTER TABLE "data_sources" ADD COLUMN     "address" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "refreshed_at" CHAR(26) NOT NULL DEFAULT iso_now();
