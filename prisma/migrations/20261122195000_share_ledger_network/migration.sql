-- The local ledger network of the installation. Replicas without a shared folder had one each.
CREATE TABLE "local_ledger" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "genesis" TEXT NOT NULL,
    "script" TEXT NOT NULL,

    CONSTRAINT "local_ledger_pkey" PRIMARY KEY ("id")
);
