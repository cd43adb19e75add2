import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  findBy,
  instant,
  type RowOf,
  sqlStatement,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { table } from '../../../platform/data/tables.ts';
import {
  type OpenIdFailure,
  OpenIdFailureSchema,
  OpenIdFault,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';

/**
 * The last sign-in with an institution's provider that has failed: one row, however many fail. It does not count for a
 * provider that has changed since.
 */
export const openidFailures = table('openid_failures', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    revision: uuid().says('nothing'),
    failedAt: instant().says('nothing'),
    fault: text<keyof typeof OpenIdFault>().says('nothing'),
    detail: text().says('text'),
  },
  primaryKey: ['institutionId'],
});

type Row = RowOf<typeof openidFailures>;

/** The last failure with a provider as it is. */
export async function findFailure(
  db: Reader,
  { institutionId, revision }: Pick<Row, 'institutionId' | 'revision'>,
): Promise<OpenIdFailure | undefined> {
  const failure = await db.point(BY_INSTITUTION, { institutionId });
  if (failure?.revision !== revision) return undefined;
  return writeFailureMessage({ ...failure, fault: OpenIdFault[failure.fault] });
}

const writeFailureMessage = messageWriter(OpenIdFailureSchema);

/** Notes a failure in place of the former one. */
export function writeFailure(tx: Tx, failure: Row): void {
  tx.write(WRITE, failure);
}

const BY_INSTITUTION = findBy(openidFailures, ['institutionId'], columnsBut(openidFailures));

const WRITE = sqlStatement(openidFailures, 'write', {
  writes: true,
  parameters: openidFailures.columns,
  result: {},
  text: ($) => `INSERT INTO openid_failures (institution_id, revision, failed_at, fault, detail)
   VALUES (${$.institutionId}, ${$.revision}, ${$.failedAt}, ${$.fault}, ${$.detail})
   ON CONFLICT (institution_id) DO UPDATE
   SET revision = excluded.revision, failed_at = excluded.failed_at, fault = excluded.fault, detail = excluded.detail`,
});
