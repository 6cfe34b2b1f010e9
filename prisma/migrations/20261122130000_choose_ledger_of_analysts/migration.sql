-- Agents of the ledger template that were made before agents had data sources. Without a choice they lose the ledger
-- once their owner connects other data. The id of a ledger's data source is a hash of its network's name.
UPDATE "agents" SET "data_source_ids" = "ledgers"."ids"
FROM (
  SELECT json_agg(
    substr("hash", 1, 8) || '-' || substr("hash", 9, 4) || '-8' || substr("hash", 14, 3) || '-8' || substr("hash", 18, 3)
      || '-' || substr("hash", 21, 12)
    ORDER BY "network"
  ) AS "ids"
  FROM (
    SELECT "network", encode(sha256(('parley.ledger.' || "network")::bytea), 'hex') AS "hash" FROM "ledger_networks"
  ) AS "followed"
) AS "ledgers"
WHERE "data_source_ids" IS NULL
  AND "ledgers"."ids" IS NOT NULL
  AND "name" = 'Ledger analyst'
  AND "description" = 'Answers questions about the ledger network from the source “ledger”: validators, stakes, emission, supply, transactions, assets and balances, always as of the newest block. Amounts are in CHN unless said otherwise.';
