-- The name for people, as the file or the owner spells it. Empty: the name in SQL is shown.
ALTER TABLE "data_sources" ADD COLUMN "title" TEXT NOT NULL DEFAULT '';
