"""Step 3 of retain: chunks to drafts of memories, by rule or with a language model."""
