import { create } from '@bufbuild/protobuf';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  deleteRows,
  findBy,
  insertRow,
  lockRow,
  type RowOf,
  updateRow,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { isClosed } from '../../../platform/data/standstill/fence.ts';
import {
  type OpenIdProvider,
  OpenIdProviderSchema,
  RoleValueSchema,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { roleValueMessages } from '../domain/provided-roles.ts';
import { openidProviders } from './sign-in-tables.ts';

export type OpenIdProviderRow = RowOf<typeof openidProviders>;
type Tenant = Pick<TenantActor, 'institutionId'>;

export function findProvider(db: Reader, { institutionId }: Tenant): Promise<OpenIdProviderRow | null> {
  return db.point(BY_INSTITUTION, { institutionId });
}

/**
 * The provider of the institution with a ref. The caller is not known yet: the sign-in page names the ref.
 */
export function findProviderByRef(db: Reader, institutionRef: string): Promise<OpenIdProviderRow | null> {
  return db.point(BY_REF, { institutionRef });
}

/** The provider, locked until the transaction ends. */
export async function lockProvider(tx: Tx, { institutionId }: Tenant): Promise<OpenIdProviderRow | null> {
  const [row] = await tx.rows(LOCK, { institutionId });
  return row ?? null;
}

/** Inserts the first provider of an institution; its administrators are locked. */
export function insertProvider(tx: Tx, provider: OpenIdProviderRow): void {
  tx.write(INSERT, provider);
}

/** Writes a provider; the row is locked by {@link lockProvider}. */
export function updateProvider(tx: Tx, provider: OpenIdProviderRow): void {
  tx.write(UPDATE, provider);
}

/** Deletes a provider; the row is locked by {@link lockProvider}. */
export function deleteProvider(tx: Tx, { institutionId, id }: OpenIdProviderRow): void {
  tx.write(DELETE, { institutionId, ids: [id] });
}

export function providerMessage({ rolesClaim, roleValues, ...provider }: OpenIdProviderRow): OpenIdProvider {
  const values = roleValueMessages(roleValues).map((each) => create(RoleValueSchema, each));
  return writeProvider({ ...provider, rolesClaim: rolesClaim ?? '', roleValues: values });
}

const writeProvider = messageWriter(OpenIdProviderSchema);

const COLUMNS = columnsBut(openidProviders);

/** Nobody signs in at a closed institution. */
const IS_OPEN = `NOT ${isClosed('t.institution_id')}`;

const BY_INSTITUTION = findBy(openidProviders, ['institutionId'], COLUMNS, IS_OPEN);
const BY_REF = findBy(openidProviders, ['institutionRef'], COLUMNS, IS_OPEN);
const LOCK = lockRow(openidProviders, ['institutionId'], COLUMNS);
const INSERT = insertRow(openidProviders);
const UPDATE = updateRow(openidProviders);
const DELETE = deleteRows(openidProviders);
