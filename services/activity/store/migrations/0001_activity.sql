-- Up Migration
-- What integrations have asked of the API, and what they were answered: records for two weeks, sums for thirteen months.

-- One request. Dropped by days.
CREATE TABLE requests (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  time timestamptz(3) NOT NULL,
  integration_id uuid NOT NULL,
  -- As the client has chosen it, or the gateway.
  request_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  route text COLLATE "C",
  path text NOT NULL,
  status integer NOT NULL,
  code text COLLATE "C",
  detail text,
  errors text,
  duration_ms double precision NOT NULL,
  bytes_in integer NOT NULL,
  bytes_out integer NOT NULL,
  is_replay boolean NOT NULL,
  rate_limit_remaining integer,
  user_agent text,
  client_address text COLLATE "C",
  PRIMARY KEY (institution_id, time, id)
) PARTITION BY RANGE (time);
CREATE INDEX requests_by_integration ON requests (institution_id, integration_id, time, id);
CREATE INDEX requests_failed ON requests (institution_id, time, id) WHERE status >= 400;
CREATE INDEX requests_failed_by_integration ON requests (institution_id, integration_id, time, id) WHERE status >= 400;
CREATE INDEX requests_request_id ON requests (institution_id, request_id, time);

-- Takes what no day's partition does.
CREATE TABLE requests_other PARTITION OF requests DEFAULT;

SELECT make_partitions('requests', 'day', 7, now());

-- The requests of an integration in an hour, by route and by hundreds of the status.
CREATE TABLE usage_routes (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  -- Empty for a path without a route.
  route text COLLATE "C" NOT NULL,
  status_class integer NOT NULL,
  requests bigint NOT NULL,
  rate_limited bigint NOT NULL,
  bytes_in bigint NOT NULL,
  bytes_out bigint NOT NULL,
  PRIMARY KEY (institution_id, hour, integration_id, route, status_class)
) PARTITION BY RANGE (hour);
CREATE TABLE usage_routes_other PARTITION OF usage_routes DEFAULT;
SELECT make_partitions('usage_routes', 'month', 2, now());

-- What is counted of all of them together.
CREATE TABLE usage_hours (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  -- How many lasted how long, in the buckets of domain/durations.ts.
  durations integer[] NOT NULL,
  -- Requests that gateways have not been able to send.
  lost bigint NOT NULL,
  PRIMARY KEY (institution_id, hour, integration_id)
) PARTITION BY RANGE (hour);
CREATE TABLE usage_hours_other PARTITION OF usage_hours DEFAULT;
SELECT make_partitions('usage_hours', 'month', 2, now());

-- When each secret was last used, with some delay: no more than one write in half a minute.
CREATE TABLE secret_uses (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  -- The first 8 bytes of the secret's hash, in hexadecimal: enough to tell secrets apart.
  hint text COLLATE "C" NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, integration_id, hint)
);

-- What was recorded already: a gateway that does not know sends it again. Of no institution: a batch has the requests of many.
CREATE TABLE recorded_batches (
  id uuid PRIMARY KEY,
  recorded_at timestamptz(3) NOT NULL
);
CREATE INDEX recorded_batches_by_time ON recorded_batches (recorded_at);
