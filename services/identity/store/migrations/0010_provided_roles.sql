-- Up Migration

-- Roles that an OpenID provider gives at each sign-in.
ALTER TABLE openid_providers ADD COLUMN roles_claim text;
ALTER TABLE openid_providers ADD COLUMN role_values json;
ALTER TABLE administrators ADD COLUMN keeps_owner boolean NOT NULL DEFAULT false;
