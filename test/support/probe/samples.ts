import {
  bigint,
  boolean,
  bytes,
  bytesArray,
  double,
  insertRow,
  instant,
  integer,
  json,
  jsonb,
  optionalUuids,
  plainText,
  type RowOf,
  range,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/** A table with a column of every type. */
export const samples = table('samples', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: text().nullable(),
    title: text(),
    plainTitle: plainText().nullable(),
    isOpen: boolean(),
    count: integer().nullable(),
    largeCount: bigint(),
    ratio: double(),
    openedAt: instant().nullable(),
    span: range().nullable(),
    memberIds: optionalUuids(),
    labels: text().array(),
    secret: bytes().nullable(),
    secrets: bytesArray(),
    asJson: json<unknown>().nullable(),
    asJsonb: jsonb<unknown>(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const INSERT_SAMPLE = insertRow(samples);

export type Sample = RowOf<typeof samples>;

export const CREATE_SAMPLES = `CREATE TABLE samples (
  institution_id uuid NOT NULL, id uuid NOT NULL, ref text, title text NOT NULL, plain_title text COLLATE "C", is_open boolean NOT NULL,
  count integer, large_count bigint NOT NULL, ratio double precision NOT NULL, opened_at timestamptz(3), span tstzrange,
  member_ids uuid[] NOT NULL, labels text[] NOT NULL, secret bytea, secrets bytea[] NOT NULL, as_json json, as_jsonb jsonb NOT NULL,
  PRIMARY KEY (institution_id, id), CONSTRAINT samples_ref UNIQUE (institution_id, ref))`;
