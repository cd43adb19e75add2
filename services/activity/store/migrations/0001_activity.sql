-- Up Migration
-- What integrations have asked of the API, and what they were answered: records for two weeks, sums for thirteen months.

-- Requests of an integration that arrived within one second, compressed: a row for each would cost eight times the log and ten times the disk.
-- Dropped by days.
CREATE TABLE request_chunks (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  -- The beginning of the second.
  second timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  -- Whether all have a status of 400 or more; otherwise, none has.
  is_failed boolean NOT NULL,
  count integer NOT NULL,
  -- What was left of the rate limit at the least.
  least_remaining integer,
  -- JSON, compressed by Zstandard.
  requests bytea NOT NULL,
  PRIMARY KEY (institution_id, integration_id, second, id)
) PARTITION BY RANGE (second);
CREATE INDEX request_chunks_by_time ON request_chunks (institution_id, second);
CREATE INDEX request_chunks_failed ON request_chunks (institution_id, second) WHERE is_failed;
CREATE INDEX request_chunks_failed_by_integration ON request_chunks (institution_id, integration_id, second) WHERE is_failed;

-- Where requests are whose ids do not tell their time, since clients have chosen them.
CREATE TABLE named_requests (
  institution_id uuid NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  second timestamptz(3) NOT NULL,
  integration_id uuid NOT NULL,
  PRIMARY KEY (institution_id, request_id, second, integration_id)
) PARTITION BY RANGE (second);

-- Take what no day's partition does.
CREATE TABLE request_chunks_other PARTITION OF request_chunks DEFAULT;
CREATE TABLE named_requests_other PARTITION OF named_requests DEFAULT;

SELECT make_partitions('request_chunks', 'day', 7, now());
SELECT make_partitions('named_requests', 'day', 7, now());

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
