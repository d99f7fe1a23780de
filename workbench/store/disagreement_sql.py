"""The SQL that finds where labellers part; it reads what `Ratings.pick_labels` left behind."""

BLIND = """
CREATE OR REPLACE TEMP TABLE blind AS
WITH mine AS (SELECT DISTINCT transcript, dimension FROM latest_labels WHERE rater = $reader)
SELECT DISTINCT l.transcript, l.dimension, l.criterion
FROM latest_labels l ANTI JOIN mine m
    ON m.transcript = l.transcript AND m.dimension = l.dimension
WHERE EXISTS (FROM mine) AND l.transcript NOT IN (SELECT unnest($seen::VARCHAR[]))
"""
"""Columns: a unit that others labelled and of which the reader, who labels here, has given no
label and seen no other's: to read it costs them a blind label."""
DISPUTED = """
CREATE OR REPLACE TEMP TABLE disputed AS
WITH flagged AS (
    SELECT DISTINCT f.row[1] AS transcript, r.dimension, f.row[3] AS criterion
    FROM (SELECT unnest($flags::VARCHAR[][]) AS row) f
    JOIN rubric r ON f.row[2] IS NULL OR f.row[2] = r.dimension
),
decided AS (
    SELECT row[1] AS transcript, row[2] AS dimension, row[3] AS criterion
    FROM (SELECT unnest($decided::VARCHAR[][]) AS row)
),
said AS (
    SELECT l.transcript, l.dimension, l.criterion, count(*) AS labels,
           greatest(0, CASE WHEN list_contains($nominal::VARCHAR[], l.dimension)
                            THEN count(DISTINCT s.code) - 1
                            ELSE coalesce(max(s.code) - min(s.code), 0) END) AS spread,
           bool_or(l.status = 'not_applicable') AND count(s.code) > 0 AS mixed,
           list(coalesce(l.level, l.status) ORDER BY s.code DESC NULLS LAST, l.status) AS given,
           coalesce(bool_or(l.rater = $reader), false) AS own
    FROM latest_labels l LEFT JOIN scale s ON s.number = l.number AND s.level = l.level
    GROUP BY l.transcript, l.dimension, l.criterion
),
units AS (
    SELECT s.transcript, s.dimension, s.criterion, s.labels, s.spread, s.mixed, s.given,
           s.own, count(f.transcript) > 0 AS flagged
    FROM said s LEFT JOIN flagged f ON f.transcript = s.transcript AND f.dimension = s.dimension
        AND (f.criterion IS NULL OR f.criterion = s.criterion)
    GROUP BY ALL
    UNION ALL
    SELECT f.transcript, f.dimension, f.criterion, 0, 0, false, [], false, true
    FROM flagged f ANTI JOIN said s ON f.transcript = s.transcript AND f.dimension = s.dimension
        AND (f.criterion IS NULL OR f.criterion = s.criterion)
)
SELECT (row_number() OVER (
            ORDER BY u.own, u.spread DESC, u.mixed DESC, u.flagged DESC, u.labels DESC,
                     u.dimension, u.transcript, u.criterion
        ))::INTEGER - 1 AS place,
       u.transcript, u.dimension, u.criterion, u.spread::INTEGER AS spread, u.mixed, u.given,
       u.own, u.flagged, d.transcript IS NOT NULL AS settled, b.transcript IS NOT NULL AS costs
FROM units u LEFT JOIN decided d
    ON d.transcript = u.transcript AND d.dimension = u.dimension
    AND d.criterion IS NOT DISTINCT FROM u.criterion
LEFT JOIN blind b
    ON b.transcript = u.transcript AND b.dimension = u.dimension
    AND b.criterion IS NOT DISTINCT FROM u.criterion
WHERE CASE $which WHEN 'all' THEN true WHEN 'flagged' THEN u.flagged
                  WHEN 'differing' THEN u.spread > 0 OR u.mixed
                  ELSE u.spread > 0 OR u.mixed OR u.flagged END
  AND ($dimension IS NULL OR u.dimension = $dimension)
  AND ($settled OR d.transcript IS NULL)
"""
COUNT = "SELECT count(*) FROM disputed"
LEFT = """
SELECT count(*) FILTER (NOT settled AND NOT own), count(*) FILTER (NOT settled AND own)
FROM disputed
"""
SPARING = "SELECT count(*) FROM disputed WHERE NOT settled AND NOT own AND NOT costs"
FLAGGED = "SELECT count(*) FROM disputed WHERE flagged"
FREE = """
SELECT place FROM disputed WHERE NOT settled AND NOT own AND place IS DISTINCT FROM $besides
ORDER BY costs, place < $start, place LIMIT 1
"""
COSTS = """
SELECT count(*) FROM blind WHERE transcript = $transcript AND dimension = $dimension
    AND criterion IS NOT DISTINCT FROM $criterion
"""
PAGE = """
SELECT transcript, dimension, criterion, spread, mixed, given, own FROM disputed
WHERE place >= $offset AND ($limit IS NULL OR place < $offset + $limit) ORDER BY place
"""
PLACE = """
SELECT place FROM disputed WHERE transcript = $transcript AND dimension = $dimension
    AND criterion IS NOT DISTINCT FROM $criterion
"""
LABELS = """
SELECT l.rater, l.status, l.level, said.note, said.evidence FROM latest_labels l
JOIN {labels} said ON said.id = l.id AND said.rater = l.rater
                  AND said.dimension = l.dimension AND said.transcript = l.transcript
WHERE l.transcript = $transcript AND l.dimension = $dimension
    AND l.criterion IS NOT DISTINCT FROM $criterion
QUALIFY row_number() OVER (PARTITION BY l.rater ORDER BY said.file, said.line DESC) = 1
ORDER BY l.rater
"""
