-- A file that an older version stored under the name of a schema of DuckDB made every statement of its owner fail. It gets
-- the name that a new upload gets, or the first free one after it, and keeps its name for people.
UPDATE data_sources AS s
SET title = CASE WHEN s.title = '' THEN s.name ELSE s.title END,
    name = (
        SELECT candidate FROM (
            SELECT n, 'source_' || s.name || CASE WHEN n = 1 THEN '' ELSE '_' || n END AS candidate
            FROM generate_series(1, 10000) AS n
        ) AS candidates
        WHERE NOT EXISTS (SELECT FROM data_sources o WHERE o.user_id = s.user_id AND o.name = candidate)
        ORDER BY n LIMIT 1
    )
WHERE s.connection_cipher IS NULL
  AND s.name IN ('main', 'temp', 'system', 'memory', 'pg_catalog', 'information_schema');
