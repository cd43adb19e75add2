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
import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { table } from '../../../platform/data/tables.ts';
import {
  type OpenIdFailure,
  OpenIdFailureSchema,
  OpenIdFault,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';

/** The last sign-in with an institution's provider that has failed: one row, however many fail. */
export const openidFailures = table('openid_failures', {
  columns: { institutionId: uuid(), failedAt: instant(), fault: text<keyof typeof OpenIdFault>(), detail: text() },
  primaryKey: ['institutionId'],
});

type Row = RowOf<typeof openidFailures>;
type Tenant = Pick<TenantActor, 'institutionId'>;

export function findFailure(db: Reader, { institutionId }: Tenant): Promise<Row | null> {
  return db.point(BY_INSTITUTION, { institutionId });
}

export function failureMessage({ fault, ...failure }: Row): OpenIdFailure {
  return writeFailureMessage({ ...failure, fault: OpenIdFault[fault] });
}

const writeFailureMessage = messageWriter(OpenIdFailureSchema);

/** Notes a failure in place of the former one. */
export function writeFailure(tx: Tx, failure: Row): void {
  tx.write(WRITE, failure);
}

/** Forgets the failure: the provider is another one now. */
export function deleteFailure(tx: Tx, { institutionId }: Tenant): void {
  tx.write(DELETE, { institutionId });
}

const BY_INSTITUTION = findBy(openidFailures, ['institutionId'], columnsBut(openidFailures));

const WRITE = sqlStatement(openidFailures, 'write', {
  writes: true,
  parameters: { institutionId: uuid(), failedAt: instant(), fault: text(), detail: text() },
  result: {},
  text: ($) => `INSERT INTO openid_failures (institution_id, failed_at, fault, detail)
   VALUES (${$.institutionId}, ${$.failedAt}, ${$.fault}, ${$.detail})
   ON CONFLICT (institution_id)
   DO UPDATE SET failed_at = excluded.failed_at, fault = excluded.fault, detail = excluded.detail`,
});

const DELETE = sqlStatement(openidFailures, 'delete', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM openid_failures WHERE institution_id = ${$.institutionId}`,
});
