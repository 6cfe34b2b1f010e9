-- AlterTable
ALTER TABLE "users" ADD COLUMN     "limits" JSON;
