-- Versions of datasets that no record names any more. They were empty files in the data folder, which replicas do not share.
CREATE TABLE "retired_versions" (
    "version" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "retired_versions_pkey" PRIMARY KEY ("version")
);
