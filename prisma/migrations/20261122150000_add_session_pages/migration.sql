-- Lists of sessions in pages, by creation and by activity.
ALTER TABLE "sessions" ADD COLUMN "last_active_at" CHAR(26) NOT NULL DEFAULT iso_now();
UPDATE "sessions" SET "last_active_at" = COALESCE(
  (SELECT max("messages"."created_at") FROM "messages" WHERE "messages"."session_id" = "sessions"."id"), "created_at"
);

-- DropIndex
DROP INDEX "sessions_agent_id_idx";

-- DropIndex
DROP INDEX "sessions_user_id_created_at_idx";

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_id_idx" ON "sessions"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sessions_user_id_last_active_at_id_idx" ON "sessions"("user_id", "last_active_at", "id");

-- CreateIndex
CREATE INDEX "sessions_agent_id_last_active_at_id_idx" ON "sessions"("agent_id", "last_active_at", "id");

-- The words of a text that a search finds, in lower case, which the text search itself does only for ASCII here.
-- Punctuation separates words, so that parts of addresses are found.
CREATE FUNCTION search_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT to_tsvector('pg_catalog.simple', translate(lower(left(value, 50000)), '_-./\@:#=&?+%<>''"`', '                  ')) $$;

-- Prisma's schema language has no indexes of expressions.
CREATE INDEX "sessions_name_words_idx" ON "sessions" USING gin (search_words("name"));
CREATE INDEX "messages_content_words_idx" ON "messages" USING gin (search_words("content"));
