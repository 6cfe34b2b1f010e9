-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "secrets_seal" BYTEA NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);


