-- Up Migration

-- The account at the OpenID provider with which an administrator has signed in: no other one signs in as them.
ALTER TABLE administrators ADD COLUMN signed_in_subject text;
