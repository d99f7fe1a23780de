"""The SQL that finds faults; every search gives kind, file, line, part and the values a, b, c."""

RUBRICS = """
CREATE OR REPLACE TEMP TABLE checked_rubric AS
SELECT row[1] AS dimension, row[2] AS version, row[3] AS major, row[4] AS digest,
       row[5] AS scale, row[6]::BOOLEAN AS not_applicable
FROM (SELECT unnest($rows::VARCHAR[][]) AS row)
"""
LEVELS = """
CREATE OR REPLACE TEMP TABLE checked_level AS
SELECT row[1] AS dimension, row[2] AS level FROM (SELECT unnest($rows::VARCHAR[][]) AS row)
"""
RATINGS = """
CREATE OR REPLACE TEMP TABLE checked AS
SELECT 'label' AS kind, file, line, transcript, transcript_digest, dimension, criterion,
       rubric_version, rubric_digest, status, level, list_max(evidence) AS last_turn
FROM {labels} r
QUALIFY row_number() OVER (
    PARTITION BY rater, transcript, dimension, criterion, repeat, after_reveal
    ORDER BY r.at DESC, r.id DESC
) = 1 AND status <> 'withdrawn'
UNION ALL
SELECT 'verdict', file, line, transcript, transcript_digest, dimension, criterion,
       rubric_version, rubric_digest, status, level, list_max(evidence)
FROM {verdicts} r
QUALIFY row_number() OVER (
    PARTITION BY rater, transcript, dimension, criterion, repeat ORDER BY r.at DESC, r.id DESC
) = 1 AND status <> 'withdrawn'
"""
GATHERED = """
SELECT kind, file, line, a, b, c, n
FROM (
    SELECT *, count(*) OVER (PARTITION BY file, part) AS n,
           row_number() OVER (PARTITION BY file, part ORDER BY line) AS place
    FROM ({faults})
)
WHERE n <= $most OR place = 1
ORDER BY file, line, a
"""
UNKNOWN_TRANSCRIPT = """
SELECT kind, file, line, '' AS part, transcript AS a, '' AS b, '' AS c
FROM checked ANTI JOIN {transcripts} t ON t.id = checked.transcript
WHERE transcript_digest IS NOT NULL
"""
WITHOUT_TRANSCRIPT = """
SELECT 'rating' AS kind, 'transcripts/' AS file, 0 AS line, '' AS part, '' AS a, '' AS b, '' AS c
FROM checked ANTI JOIN {transcripts} t ON t.id = checked.transcript
WHERE transcript_digest IS NULL
"""
OTHER_TRANSCRIPT = """
SELECT kind, c.file, c.line, c.dimension AS part, c.dimension AS a, c.transcript AS b, '' AS c
FROM checked c JOIN {transcripts} t ON t.id = c.transcript
WHERE c.transcript_digest <> t.digest
"""
EVIDENCE_OUTSIDE = """
SELECT kind, c.file, c.line, '' AS part, c.last_turn::VARCHAR AS a, c.transcript AS b,
       (t.turns - 1)::VARCHAR AS c
FROM checked c JOIN {transcripts} t ON t.id = c.transcript
WHERE c.last_turn >= t.turns
"""
UNKNOWN_DIMENSION = """
SELECT kind, file, line, dimension AS part, dimension AS a, '' AS b, '' AS c
FROM checked ANTI JOIN checked_rubric r ON r.dimension = checked.dimension
WHERE criterion IS NULL
"""
OTHER_MEANING = """
SELECT kind, file, line, dimension AS part, dimension AS a, rubric_version AS b, version AS c
FROM checked JOIN checked_rubric r USING (dimension)
WHERE rubric_digest <> r.digest AND rubric_version <> version
  AND split_part(rubric_version, '.', 1) <> major
"""
OTHER_WORDING = """
SELECT kind, file, line, dimension AS part, dimension AS a, rubric_version AS b, version AS c
FROM checked JOIN checked_rubric r USING (dimension)
WHERE rubric_digest <> r.digest AND rubric_version <> version
  AND split_part(rubric_version, '.', 1) = major
"""
OFF_SCALE = """
SELECT kind, file, line, '' AS part, level AS a, scale AS b, r.dimension AS c
FROM checked c JOIN checked_rubric r USING (dimension)
WHERE status = 'rated' AND split_part(rubric_version, '.', 1) = major
  AND NOT EXISTS (FROM checked_level l WHERE l.dimension = c.dimension AND l.level = c.level)
"""
NOT_APPLICABLE = """
SELECT kind, file, line, '' AS part, r.dimension AS a, '' AS b, '' AS c
FROM checked JOIN checked_rubric r USING (dimension)
WHERE status = 'not_applicable' AND NOT not_applicable
  AND split_part(rubric_version, '.', 1) = major
"""
DUPLICATE_ID = """
SELECT '{kind}' AS kind, file, line, '' AS part, id AS a, first AS b, '' AS c
FROM (
    SELECT file, line, id, first_value(file || ':' || line) OVER same AS first,
           row_number() OVER same AS nth
    FROM {table} SEMI JOIN (SELECT id FROM {table} GROUP BY id HAVING count(*) > 1) USING (id)
    WINDOW same AS (PARTITION BY id ORDER BY file, line)
)
WHERE nth > 1
"""
ORPHANS = """
SELECT 'transcript' AS kind, file, line, '' AS part, id AS a,
       array_to_string(orphans, ', ') AS b, '' AS c
FROM {transcripts} WHERE len(orphans) > 0
"""
CHANGED_TEXT = """
SELECT dimension, count(*), min({'file': file, 'line': line})
FROM checked JOIN checked_rubric r USING (dimension)
WHERE rubric_version = version AND rubric_digest <> r.digest
GROUP BY dimension ORDER BY dimension
"""
RATERS = """
SELECT 'label' AS kind, file, rater, min(line), count(*) FROM {labels} GROUP BY file, rater
UNION ALL
SELECT 'verdict', file, rater, min(line), count(*) FROM {verdicts} GROUP BY file, rater
ORDER BY ALL
"""
