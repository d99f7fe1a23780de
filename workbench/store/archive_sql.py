"""The SQL of the archive: repeats, earlier variants, and where single records stand."""

REPEATS = """
WITH newest AS (
    SELECT transcript, criterion, rater, repeat, level FROM {labels}
    WHERE dimension = $dimension AND NOT after_reveal
    QUALIFY row_number() OVER (
        PARTITION BY rater, transcript, criterion, repeat ORDER BY "at" DESC, id DESC
    ) = 1 AND status = 'rated' AND split_part(rubric_version, '.', 1) = $major
)
SELECT again.rater, again.transcript, again.criterion, again.repeat, again.level, given.level
FROM newest again JOIN newest given
    ON given.repeat = 0 AND given.rater = again.rater AND given.transcript = again.transcript
    AND given.criterion IS NOT DISTINCT FROM again.criterion
WHERE again.repeat > 0
ORDER BY again.rater, again.transcript, again.criterion, again.repeat
"""
"""Columns: labeller, transcript, criterion, repeat, level again, level at first."""

STANDING = """
SELECT rubric_version, rubric_digest, judge_digest, transcript, criterion, status, level, "at"
FROM {verdicts}
WHERE dimension = $dimension AND rater = $judge AND repeat = 0
QUALIFY row_number() OVER (
    PARTITION BY rubric_digest, judge_digest, transcript, criterion ORDER BY "at" DESC, id DESC
) = 1 AND status <> 'withdrawn'
"""
"""What stands of a judge under every text and fingerprint; a part of the next two."""

ERAS = """
SELECT arg_max(rubric_version, "at"), rubric_digest, judge_digest, count(*),
       epoch_us(min("at")) AS first, epoch_us(max("at"))
FROM ({standing}) GROUP BY rubric_digest, judge_digest ORDER BY first, rubric_digest, judge_digest
"""
"""Columns: rubric version and digest, judge's fingerprint, verdicts, first and last time in
microseconds."""

COMPARED = """
WITH given AS ({standing}),
said AS (
    SELECT split_part(rubric_version, '.', 1) AS major, transcript, criterion, rater, level, sampled
    FROM {labels}
    WHERE dimension = $dimension AND repeat = 0 AND NOT after_reveal
    QUALIFY row_number() OVER (
        PARTITION BY split_part(rubric_version, '.', 1), rater, transcript, criterion
        ORDER BY "at" DESC, id DESC
    ) = 1 AND status = 'rated'
)
SELECT given.rubric_digest, given.judge_digest, given.transcript, given.criterion, said.rater,
       said.level, given.level
FROM given JOIN said
    ON said.transcript = given.transcript AND said.criterion IS NOT DISTINCT FROM given.criterion
    AND said.major = split_part(given.rubric_version, '.', 1)
WHERE given.status = 'rated' AND said.sampled = 'random'
ORDER BY ALL
"""
"""Columns: rubric digest, fingerprint, transcript, criterion, labeller, level, judge's level."""

FIELDS = """
WITH held AS (
    SELECT id, agent, agent_model, prompt_version, metadata FROM {transcripts}
), valued AS (
    SELECT id, 'agent' AS name, agent AS value FROM held
    UNION ALL SELECT id, 'agent_model', agent_model FROM held
    UNION ALL SELECT id, 'prompt_version', prompt_version FROM held
    UNION ALL
    SELECT id, key, metadata ->> ('$."' || replace(key, '"', '\\"') || '"')
    FROM (SELECT id, metadata, unnest(json_keys(metadata)) AS key FROM held)
)
SELECT name FROM valued WHERE value IS NOT NULL GROUP BY name
HAVING count(DISTINCT value) > 1 AND count(DISTINCT value) < count(*)
ORDER BY name
"""
"""Columns: name of a field of agent or metadata that parts the transcripts."""

LABELLED = """
SELECT DISTINCT transcript FROM (
    SELECT transcript FROM {labels}
    WHERE dimension = $dimension AND rater = $labeller AND repeat = 0 AND NOT after_reveal
    QUALIFY row_number() OVER (PARTITION BY transcript, criterion ORDER BY "at" DESC, id DESC) = 1
        AND status <> 'withdrawn' AND split_part(rubric_version, '.', 1) = $major
)
ORDER BY transcript
"""
"""Columns: a transcript on which a label of one labeller stands."""

LABEL_PLACES = """
SELECT file, line FROM {labels}
WHERE dimension = $dimension AND transcript = $transcript AND repeat = 0 AND NOT after_reveal
QUALIFY row_number() OVER (PARTITION BY rater, criterion ORDER BY "at" DESC, id DESC) = 1
    AND status <> 'withdrawn' AND split_part(rubric_version, '.', 1) = $major
ORDER BY file, line
"""
"""Columns: file and line of every label that stands."""

VERDICT_PLACES = """
SELECT file, line FROM {verdicts}
WHERE dimension = $dimension AND transcript = $transcript AND rater = $judge AND repeat = 0
    AND rubric_digest = $text AND judge_digest = $fingerprint
QUALIFY row_number() OVER (PARTITION BY criterion ORDER BY "at" DESC, id DESC) = 1
    AND status <> 'withdrawn'
ORDER BY file, line
"""
"""Columns: file and line of every verdict that stands."""
