-- How often something was retracted from a bank: what was worked out before is not stored after.

ALTER TABLE banks ADD COLUMN retractions bigint NOT NULL DEFAULT 0;
