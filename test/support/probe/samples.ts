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
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    ref: text().says('nothing').nullable(),
    title: text().says('nothing'),
    plainTitle: plainText().says('nothing').nullable(),
    isOpen: boolean().says('nothing'),
    count: integer().says('nothing').nullable(),
    largeCount: bigint().says('nothing'),
    ratio: double().says('nothing'),
    openedAt: instant().says('nothing').nullable(),
    span: range().says('nothing').nullable(),
    memberIds: optionalUuids().says('nothing'),
    labels: text().says('nothing').array(),
    secret: bytes().says('nothing').nullable(),
    secrets: bytesArray().says('nothing'),
    asJson: json<unknown>().says('nothing').nullable(),
    asJsonb: jsonb<unknown>().says('nothing'),
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
