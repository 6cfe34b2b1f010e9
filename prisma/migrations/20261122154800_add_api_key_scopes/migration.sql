-- Keys that exist keep every scope.
ALTER TABLE "api_keys" ADD COLUMN "last_used_from" TEXT,
ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY['chat', 'read', 'manage', 'secrets']::TEXT[];
