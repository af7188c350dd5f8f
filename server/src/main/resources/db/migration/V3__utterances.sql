-- What an utterance is called within its call, and when the agent was cut short in it.
ALTER TABLE call_turns ADD COLUMN utterance_id VARCHAR(40);
ALTER TABLE call_turns ADD COLUMN interrupted_at TIMESTAMP(3) WITH TIME ZONE;
