-- Numbers in one form, and what else the network said of a call.
ALTER TABLE calls ADD COLUMN IF NOT EXISTS caller_number VARCHAR(256) DEFAULT '' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS called_number VARCHAR(256) DEFAULT '' NOT NULL;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS headers_omitted INTEGER DEFAULT 0 NOT NULL;
CREATE INDEX IF NOT EXISTS calls_caller_number ON calls (caller_number);

CREATE TABLE IF NOT EXISTS call_headers (
    call_id   VARCHAR(26)   NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq       INTEGER       NOT NULL,
    name      VARCHAR(64)   NOT NULL,
    content   VARCHAR(2048) NOT NULL,
    shortened BOOLEAN       NOT NULL,
    PRIMARY KEY (call_id, seq)
);
