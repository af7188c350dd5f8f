-- SQL that H2 and PostgreSQL have in common. An embedded database may be killed between two statements: each can be run again.
CREATE TABLE IF NOT EXISTS calls (
    call_id     VARCHAR(26)  PRIMARY KEY,
    status      VARCHAR(8)   NOT NULL,  -- open, ended, aborted
    agent       VARCHAR(256) NOT NULL,
    transport   VARCHAR(256) NOT NULL,
    external_id VARCHAR(256) NOT NULL,
    caller      VARCHAR(256) NOT NULL,
    called      VARCHAR(256) NOT NULL,
    started_at  TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    ended_at    TIMESTAMP(3) WITH TIME ZONE,
    duration_ms BIGINT,
    end_cause   VARCHAR(40)  NOT NULL,
    ended_by    VARCHAR(20)  NOT NULL,
    stored_at   TIMESTAMP(3) WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_started_at ON calls (started_at);
CREATE INDEX IF NOT EXISTS calls_caller ON calls (caller);

-- What was said, as it was heard; what the agent meant to say when it was interrupted.
CREATE TABLE IF NOT EXISTS call_turns (
    call_id     VARCHAR(26)   NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq         INTEGER       NOT NULL,
    speaker     VARCHAR(16)   NOT NULL,
    heard       VARCHAR(8000) NOT NULL,
    interrupted BOOLEAN       NOT NULL,
    intended    VARCHAR(8000) NOT NULL,
    PRIMARY KEY (call_id, seq)
);

-- Transitions, actions, alerts, digits, failures.
CREATE TABLE IF NOT EXISTS call_events (
    call_id VARCHAR(26)   NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq     INTEGER       NOT NULL,
    at_ms   BIGINT        NOT NULL,
    kind    VARCHAR(256)  NOT NULL,
    detail  VARCHAR(2000) NOT NULL,
    PRIMARY KEY (call_id, seq)
);

CREATE TABLE IF NOT EXISTS call_metrics (
    call_id VARCHAR(26)  NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    name    VARCHAR(256) NOT NULL,
    amount  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (call_id, name)
);

-- Who called an agent before: SHA-256 of agent and caller.
CREATE TABLE IF NOT EXISTS visitors (
    identity      VARCHAR(64) PRIMARY KEY,
    first_call_id VARCHAR(26) NOT NULL,
    first_at      TIMESTAMP(3) WITH TIME ZONE NOT NULL
);
CREATE INDEX IF NOT EXISTS visitors_first_at ON visitors (first_at);
