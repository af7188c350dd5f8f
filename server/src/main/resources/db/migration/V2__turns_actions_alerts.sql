-- Who had the floor, and how the agent was cut short.
CREATE TABLE IF NOT EXISTS call_floor_turns (
    call_id            VARCHAR(26)  NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq                INTEGER      NOT NULL,
    turn_id            VARCHAR(40)  NOT NULL,
    role               VARCHAR(16)  NOT NULL,  -- user, assistant, system
    started_at         TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    ended_at           TIMESTAMP(3) WITH TIME ZONE,
    policy_profile     VARCHAR(256) NOT NULL,
    interruption       VARCHAR(20),            -- barge-in, manual-stop, policy-yield
    interrupted_by     VARCHAR(20),
    interrupted_at     TIMESTAMP(3) WITH TIME ZONE,
    latency_ms         BIGINT,                 -- from the decision to the agent's last frame
    interrupted_reason VARCHAR(256),
    PRIMARY KEY (call_id, seq)
);

-- What the agent asked for; code is ok, or why not.
CREATE TABLE IF NOT EXISTS call_actions (
    call_id       VARCHAR(26)  NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq           INTEGER      NOT NULL,
    invocation_id VARCHAR(256) NOT NULL,
    action_name   VARCHAR(256) NOT NULL,
    wanted_at     TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    ended_at      TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    code          VARCHAR(256) NOT NULL,
    PRIMARY KEY (call_id, seq)
);

-- What deserved an operator's look; amount and threshold in ms, or interruptions.
CREATE TABLE IF NOT EXISTS call_alerts (
    call_id   VARCHAR(26) NOT NULL REFERENCES calls (call_id) ON DELETE CASCADE,
    seq       INTEGER     NOT NULL,
    kind      VARCHAR(40) NOT NULL,
    raised_at TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    amount    BIGINT      NOT NULL,
    threshold BIGINT      NOT NULL,
    PRIMARY KEY (call_id, seq)
);
