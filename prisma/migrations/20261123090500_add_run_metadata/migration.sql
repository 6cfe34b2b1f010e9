-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "metadata" JSON;
