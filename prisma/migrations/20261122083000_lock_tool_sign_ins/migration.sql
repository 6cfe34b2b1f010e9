-- One process at a time refreshes the tokens of a sign-in.
ALTER TABLE "tool_sign_ins" ADD COLUMN "locked_until" TIMESTAMPTZ(3);
