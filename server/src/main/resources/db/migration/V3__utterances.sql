-- What an utterance is called within its call, and when the agent was cut short in it.
ALTER TABLE call_turns ADD COLUMN IF NOT EXISTS utterance_id VARCHAR(40);
ALTER TABLE call_turns ADD COLUMN IF NOT EXISTS interrupted_at TIMESTAMP(3) WITH TIME ZONE;
