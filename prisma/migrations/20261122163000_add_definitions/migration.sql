-- CreateTable
CREATE TABLE "definitions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" JSON NOT NULL,
    "data_source_ids" UUID[] NOT NULL,
    "columns" TEXT[] NOT NULL,
    "verified_at" CHAR(26) NOT NULL DEFAULT iso_now(),
    "problem" TEXT,
    "created_at" CHAR(26) NOT NULL DEFAULT iso_now(),

    CONSTRAINT "definitions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "definitions_user_id_kind_name_key" ON "definitions"("user_id", "kind", "name");

-- AddForeignKey
ALTER TABLE "definitions" ADD CONSTRAINT "definitions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


