-- CreateTable
CREATE TABLE "run_evidence" (
    "run_id" UUID NOT NULL,
    "evidence" JSON NOT NULL,

    CONSTRAINT "run_evidence_pkey" PRIMARY KEY ("run_id")
);

-- AddForeignKey
ALTER TABLE "run_evidence" ADD CONSTRAINT "run_evidence_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;


