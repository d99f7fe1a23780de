"""The SQL that picks and codes the ratings that count; `ratings` runs it in this order."""

RUBRIC = """
CREATE OR REPLACE TEMP TABLE rubric AS
SELECT row[1]::INTEGER AS number, row[2] AS dimension, row[3] AS major, row[4] AS digest
FROM (SELECT unnest($rows::VARCHAR[][]) AS row)
"""
SCALE = """
CREATE OR REPLACE TEMP TABLE scale AS
SELECT row[1]::INTEGER AS number, row[2] AS level, row[3]::TINYINT AS code
FROM (SELECT unnest($rows::VARCHAR[][]) AS row)
"""
JUDGE = """
CREATE OR REPLACE TEMP TABLE judge AS
SELECT row[1]::INTEGER AS judge, row[2] AS rater, row[3] AS dimension, row[4] AS digest
FROM (SELECT unnest($rows::VARCHAR[][]) AS row)
"""
LATEST_LABELS = """
CREATE OR REPLACE TEMP TABLE latest_labels AS
SELECT r.number, l.dimension, l.transcript, l.criterion, l.rater, l.status, l.sampled,
       l.sampled_assumed, l.level, l.id
FROM {labels} l JOIN rubric r ON r.dimension = l.dimension
WHERE l.repeat = 0 AND NOT l.after_reveal AND l.at <= $as_of
QUALIFY row_number() OVER (
    PARTITION BY r.number, l.transcript, l.criterion, l.rater ORDER BY l.at DESC, l.id DESC
) = 1 AND l.status <> 'withdrawn' AND split_part(l.rubric_version, '.', 1) = r.major
"""
UNITS = """
CREATE OR REPLACE TEMP TABLE units AS
SELECT *, (row_number() OVER (PARTITION BY number ORDER BY transcript, criterion))::INTEGER - 1
       AS unit
FROM (SELECT DISTINCT number, transcript, criterion FROM latest_labels)
"""
UNIT_NAMES = """
SELECT u.number, u.transcript, coalesce(any_value(t.unit), u.transcript) AS unit_case
FROM units u LEFT JOIN {transcripts} t ON t.id = u.transcript
GROUP BY u.number, u.unit, u.transcript ORDER BY u.number, u.unit
"""
LABELLERS = "SELECT DISTINCT number, rater FROM latest_labels ORDER BY number, rater"
LABEL_CODES = """
SELECT l.number, u.unit,
       (dense_rank() OVER (PARTITION BY l.number ORDER BY l.rater))::INTEGER - 1 AS rater,
       s.code, l.status = 'not_applicable' AS not_applicable,
       l.status = 'cannot_tell' AS cannot_tell, l.sampled = 'random' AS random,
       l.sampled_assumed AS assumed
FROM latest_labels l
JOIN units u ON u.number = l.number AND u.transcript = l.transcript
            AND u.criterion IS NOT DISTINCT FROM l.criterion
LEFT JOIN scale s ON s.number = l.number AND s.level = l.level
ORDER BY l.number, u.unit, rater
"""
GOLD_CODES = """
SELECT g.row[1]::INTEGER AS number, u.unit, g.row[4]::TINYINT AS code
FROM (SELECT unnest($rows::VARCHAR[][]) AS row) g
JOIN units u ON u.number = g.row[1]::INTEGER AND u.transcript = g.row[2]
            AND u.criterion IS NOT DISTINCT FROM g.row[3]
ORDER BY ALL
"""
LATEST_VERDICTS = """
CREATE OR REPLACE TEMP TABLE latest_verdicts AS
WITH latest AS (
    SELECT r.number, j.judge, v.transcript, v.criterion, v.status, v.level, v.line,
           v.error_kind, v.error_message, v.model_returned,
           v.rubric_digest = r.digest AND v.judge_digest = j.digest AS current
    FROM {verdicts} v
    JOIN rubric r ON r.dimension = v.dimension
    JOIN judge j ON j.rater = v.rater AND j.dimension = v.dimension
    WHERE v.repeat = 0 AND v.at <= $as_of
    QUALIFY row_number() OVER (
        PARTITION BY r.number, j.judge, v.transcript, v.criterion
        ORDER BY current DESC, v.at DESC, v.id DESC
    ) = 1 AND v.status <> 'withdrawn'
)
SELECT v.number, v.judge, u.unit, v.current, v.line, s.code, v.status,
       v.error_kind, v.error_message, v.model_returned
FROM latest v
JOIN units u ON u.number = v.number AND u.transcript = v.transcript
            AND u.criterion IS NOT DISTINCT FROM v.criterion
LEFT JOIN scale s ON s.number = v.number AND s.level = v.level
"""
VERDICT_CODES = """
SELECT number, judge, unit, current, code,
       (CASE status WHEN 'rated' THEN 0 WHEN 'not_applicable' THEN 1
                    WHEN 'no_majority' THEN 2 ELSE 3 END)::TINYINT AS status
FROM latest_verdicts ORDER BY number, judge, unit
"""
VERDICT_ERRORS = """
SELECT number, judge, unit, error_kind, error_message FROM latest_verdicts
WHERE status = 'error' AND current ORDER BY number, judge, line, unit
"""
MODELS = """
SELECT DISTINCT number, judge, model_returned FROM latest_verdicts
WHERE model_returned IS NOT NULL AND current ORDER BY ALL
"""
LABEL_IDS = """
SELECT u.unit, l.id FROM latest_labels l
JOIN rubric r ON r.number = l.number AND r.dimension = $dimension
JOIN units u ON u.number = l.number AND u.transcript = l.transcript
            AND u.criterion IS NOT DISTINCT FROM l.criterion
WHERE l.sampled = 'random' ORDER BY l.id
"""
CITED = """
SELECT DISTINCT l.transcript, l.rater, said.evidence FROM latest_labels l
JOIN rubric r ON r.number = l.number AND r.dimension = $dimension
JOIN {labels} said ON said.id = l.id AND said.rater = l.rater
                  AND said.dimension = l.dimension AND said.transcript = l.transcript
WHERE l.sampled = 'random' AND l.status = 'rated' AND l.criterion IS NULL
ORDER BY l.transcript, l.rater
"""
TEXTS = """
SELECT rubric_version, rubric_digest FROM {labels} WHERE dimension = $dimension
UNION
SELECT rubric_version, rubric_digest FROM {verdicts} WHERE dimension = $dimension
ORDER BY ALL
"""
DIMENSIONS = """
SELECT dimension FROM {labels} UNION SELECT dimension FROM {verdicts} ORDER BY dimension
"""
TEXTS_BORN = """
SELECT dimension, rubric_digest, epoch_us(min("at")) FROM (
    SELECT dimension, rubric_digest, "at" FROM {labels} WHERE source IS NULL
    UNION ALL
    SELECT dimension, rubric_digest, "at" FROM {verdicts} WHERE source IS NULL
)
GROUP BY ALL ORDER BY ALL
"""
CORRECTED = """
SELECT transcript FROM {labels}
WHERE dimension = $dimension AND repeat = 0 AND NOT after_reveal
GROUP BY transcript, criterion, rater
HAVING min("at") <= $since AND max("at") > $since
ORDER BY transcript
"""
REPLACED = """
SELECT transcript FROM {verdicts}
WHERE dimension = $dimension AND rater = $judge AND judge_digest = $digest AND repeat = 0
GROUP BY transcript, criterion, rubric_digest
HAVING min("at") <= $since AND max("at") > $since
ORDER BY transcript
"""
RETURNED = """
SELECT DISTINCT model_returned FROM {verdicts}
WHERE dimension = $dimension AND rater = $judge AND judge_digest = $digest
    AND model_returned IS NOT NULL AND "at" > $since
ORDER BY model_returned
"""
CHANGED_TEXT = """
SELECT count(*), arg_min(file || ':' || line, (file, line)) FROM {labels}
WHERE dimension = $dimension AND rubric_version = $version AND rubric_digest <> $digest
"""
NEWEST = """
SELECT epoch_us(max("at")) FROM (SELECT "at" FROM {labels} UNION ALL SELECT "at" FROM {verdicts})
"""
EXAMPLE = """
SELECT rater, level, note, evidence FROM {labels}
WHERE dimension = $dimension AND transcript = $transcript AND repeat = 0 AND NOT after_reveal
QUALIFY row_number() OVER (PARTITION BY rater, criterion ORDER BY "at" DESC, id DESC) = 1
    AND status = 'rated'
ORDER BY rater
"""
EXAMPLE_VERDICT = """
SELECT level, justification FROM {verdicts}
WHERE dimension = $dimension AND transcript = $transcript AND rater = $judge AND repeat = 0
    AND judge_digest = $digest AND rubric_digest = $text
ORDER BY "at" DESC, id DESC LIMIT 1
"""
FIELD = """
SELECT id, coalesce(
    CASE $field WHEN 'agent' THEN agent WHEN 'agent_model' THEN agent_model
                WHEN 'prompt_version' THEN prompt_version END,
    metadata ->> ('$."' || replace($field, '"', '\\"') || '"')) AS value
FROM {transcripts} ORDER BY id
"""
