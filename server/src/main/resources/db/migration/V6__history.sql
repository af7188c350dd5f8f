-- The list of calls: one line of it is one row, of refused calls too (status refused).
ALTER TABLE calls ADD COLUMN IF NOT EXISTS direction VARCHAR(3) DEFAULT 'in' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS trunk VARCHAR(256) DEFAULT '' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS last_status INTEGER;          -- of SIP or HTTP
ALTER TABLE calls ADD COLUMN IF NOT EXISTS reason VARCHAR(512) DEFAULT '' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS answered BOOLEAN;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS turn_count INTEGER;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS interruption_count INTEGER;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS worst_answer_ms INTEGER;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS mos DOUBLE PRECISION;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS cost VARCHAR(512) DEFAULT '' NOT NULL;   -- EUR=0.12 USD=0.3
ALTER TABLE calls ADD COLUMN IF NOT EXISTS attempts INTEGER;             -- refused calls of one source in one row
-- Parties in the form in which they are looked for: digits of the number, else the user in lower case.
ALTER TABLE calls ADD COLUMN IF NOT EXISTS caller_party VARCHAR(256)${binary} DEFAULT '' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS called_party VARCHAR(256)${binary} DEFAULT '' NOT NULL;

-- Everything that was known of a call at its end: JSON as the API shows it, compressed with gzip.
CREATE TABLE IF NOT EXISTS call_documents (
    call_id  VARCHAR(26) PRIMARY KEY REFERENCES calls (call_id) ON DELETE CASCADE,
    document BYTEA       NOT NULL
);

-- The words by which a call is found.
CREATE TABLE IF NOT EXISTS call_words (
    word    VARCHAR(40)${binary} NOT NULL,
    call_id VARCHAR(26) NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    PRIMARY KEY (word, call_id)
);
CREATE INDEX IF NOT EXISTS call_words_call ON call_words (call_id);

UPDATE calls SET
    direction = CASE WHEN transport = 'sip-out' THEN 'out' ELSE 'in' END,
    answered = CASE WHEN end_cause IN ('CALLER_CANCELLED', 'BUSY', 'NO_ANSWER', 'REJECTED', 'UNREACHABLE') THEN FALSE
        WHEN status = 'ended' THEN TRUE END,
    last_status = CASE WHEN status = 'ended' AND transport NOT LIKE 'sip%' THEN 200 END,
    turn_count = (SELECT CAST(m.amount AS INTEGER) FROM call_metrics m WHERE m.call_id = calls.call_id AND m.name = 'turns'),
    interruption_count = (SELECT COUNT(*) FROM call_floor_turns t WHERE t.call_id = calls.call_id AND t.interruption IS NOT NULL),
    worst_answer_ms = (SELECT CAST(m.amount AS INTEGER) FROM call_metrics m
        WHERE m.call_id = calls.call_id AND m.name = 'worstResponseMs' AND m.amount > 0),
    mos = (SELECT m.amount FROM call_metrics m WHERE m.call_id = calls.call_id AND m.name = 'media.mos' AND m.amount > 0),
    caller_party = CASE WHEN caller_number <> '' THEN REPLACE(caller_number, '+', '') ELSE LOWER(caller) END,
    called_party = CASE WHEN called_number <> '' THEN REPLACE(called_number, '+', '') ELSE LOWER(called) END
WHERE turn_count IS NULL;

CREATE INDEX IF NOT EXISTS calls_by_status ON calls (status, call_id);
CREATE INDEX IF NOT EXISTS calls_by_agent ON calls (agent, call_id);
CREATE INDEX IF NOT EXISTS calls_by_trunk ON calls (trunk, call_id);
CREATE INDEX IF NOT EXISTS calls_by_cause ON calls (end_cause, call_id);
CREATE INDEX IF NOT EXISTS calls_by_caller ON calls (caller_party, call_id);
CREATE INDEX IF NOT EXISTS calls_by_called ON calls (called_party, call_id);
