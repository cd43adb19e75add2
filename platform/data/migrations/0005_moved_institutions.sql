-- Up Migration

-- Of an institution that has moved: the base address of the installation that has it now.
ALTER TABLE standstills ADD COLUMN moved_to text COLLATE "C";
