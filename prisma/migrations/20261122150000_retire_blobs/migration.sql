-- Files of deleted artifacts are removed after the record is gone, and never while a backup copies files.
CREATE TABLE "retired_blobs" (
    "path" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "retired_blobs_pkey" PRIMARY KEY ("path")
);

-- CreateTable
CREATE TABLE "file_holds" (
    "id" UUID NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_holds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "retired_blobs_retired_at_idx" ON "retired_blobs"("retired_at");
