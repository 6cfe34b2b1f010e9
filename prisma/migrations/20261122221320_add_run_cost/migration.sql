-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "cost_micros" INTEGER;


