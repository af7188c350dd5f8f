-- What the agent's model wrote down about a call that is over: a JSON object.
ALTER TABLE calls ADD COLUMN IF NOT EXISTS after_call VARCHAR(32768) DEFAULT '' NOT NULL;
