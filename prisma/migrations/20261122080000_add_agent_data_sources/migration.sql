-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "data_source_ids" JSON;
