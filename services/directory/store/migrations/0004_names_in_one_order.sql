-- Up Migration

-- People by name in the database's order, which only the release before users_by_plain_name reads: beside this one, its pages of people sort all of
-- an institution's.
DROP INDEX IF EXISTS users_by_name;
