-- Up Migration

-- People by name in the order of characters, which no library of the operating system changes. Its former index is for the former release.
CREATE INDEX IF NOT EXISTS users_by_plain_name ON users USING btree (institution_id, is_archived, name COLLATE "C", id);
