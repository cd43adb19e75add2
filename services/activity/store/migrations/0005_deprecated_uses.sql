-- Up Migration

-- How often an integration has used what is deprecated, in each hour: an operation, a parameter, a property. Dropped by months.
CREATE TABLE deprecated_uses (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  feature text COLLATE "C" NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  sunset timestamp(3) with time zone,
  anchor text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (institution_id, integration_id, feature, hour)
) PARTITION BY RANGE (hour);
CREATE TABLE deprecated_uses_other PARTITION OF deprecated_uses DEFAULT;
SELECT make_partitions('deprecated_uses', 'month', 2, now());
