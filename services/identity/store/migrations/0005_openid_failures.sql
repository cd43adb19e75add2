-- Up Migration

-- Whether the provider confirms all addresses that it names, though it does not say so of each.
ALTER TABLE openid_providers ADD COLUMN confirms_addresses boolean NOT NULL DEFAULT false;

-- The last sign-in with an institution's provider that has failed.
CREATE TABLE openid_failures (
  institution_id uuid PRIMARY KEY,
  -- Of the provider.
  revision uuid NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  -- The name of a value of the contract's OpenIdFault.
  fault text NOT NULL,
  detail text NOT NULL
);
