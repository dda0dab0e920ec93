-- When memories were told last; NULL of those that were told before this was kept.

ALTER TABLE accesses ADD COLUMN at timestamptz;
