import type { Integration } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';

export interface IntegrationRow {
  readonly id: string;
  readonly institution_id: string;
  readonly client_id: string;
  readonly name: string;
  readonly created_by: string | null;
  readonly is_active: boolean;
  /** SHA-256 of the live secrets, the oldest first. */
  readonly secret_hashes: readonly Uint8Array[];
  readonly created_at: string;
}

const COLUMNS = 'i.id, i.institution_id, i.client_id, i.name, i.created_by, i.is_active, i.secret_hashes, i.created_at';

/** What every client id that we give looks like: no other text needs to be asked for. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The one look-up without an institution: the client id is what tells it. */
export async function findIntegration(db: Reader, clientId: string): Promise<IntegrationRow | null> {
  return CLIENT_ID.test(clientId) ? db.point(BY_CLIENT, [clientId]) : null;
}

/** An integration, locked until the transaction ends. */
export async function lockIntegration(tx: Tx, clientId: string): Promise<IntegrationRow | null> {
  if (!CLIENT_ID.test(clientId)) return null;
  const [row] = await tx.rows<IntegrationRow>(LOCK, [clientId]);
  return row ?? null;
}

export function listIntegrations(db: Reader, actor: TenantActor): Promise<IntegrationRow[]> {
  return db.rows(LIST, [actor.institutionId]);
}

export function insertIntegration(tx: Tx, integration: IntegrationRow): void {
  tx.write(INSERT, [
    integration.institution_id,
    integration.id,
    integration.client_id,
    integration.name,
    integration.created_by,
    integration.is_active,
    integration.secret_hashes,
    integration.created_at,
  ]);
}

/** Writes what rotation and deactivation change; the row is locked by {@link lockIntegration}. */
export function updateIntegration(tx: Tx, integration: IntegrationRow): void {
  tx.write(UPDATE, [integration.institution_id, integration.id, integration.is_active, integration.secret_hashes]);
}

export function integrationMessage(integration: IntegrationRow): Integration {
  return {
    $typeName: 'lyceum.directory.v1.Integration',
    id: integration.id,
    clientId: integration.client_id,
    name: integration.name,
    createdBy: integration.created_by ?? undefined,
    isActive: integration.is_active,
    createdAt: integration.created_at,
    liveSecrets: integration.secret_hashes.length,
  };
}

const BY_CLIENT = pointRead<IntegrationRow>(
  'integrations_by_client',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::text[]) WITH ORDINALITY AS k(client_id, n) JOIN integrations i ON i.client_id = k.client_id`,
);

const LOCK = statement(
  'integrations_lock',
  `SELECT ${COLUMNS} FROM integrations i WHERE i.client_id = $1 FOR NO KEY UPDATE`,
);

const LIST = statement(
  'integrations_list',
  `SELECT ${COLUMNS} FROM integrations i WHERE i.institution_id = $1 ORDER BY i.created_at, i.id`,
);

const INSERT = statement(
  'integrations_insert',
  `INSERT INTO integrations (institution_id, id, client_id, name, created_by, is_active, secret_hashes, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const UPDATE = statement(
  'integrations_update',
  'UPDATE integrations SET is_active = $3, secret_hashes = $4, revision = DEFAULT WHERE institution_id = $1 AND id = $2',
);
