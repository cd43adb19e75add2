import { type CursorPosition, Cursors } from '../../gateway/endpoint/cursor.ts';
import { parseCursorKeys } from '../../gateway/endpoint/cursor-keys.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { systemClock } from '../../platform/core/clock.ts';

interface CursorSource {
  /** The URL of identity's database. */
  readonly identityUrl: string;
  /** CURSOR_KEYS of the target. */
  readonly cursorKeys: string;
  readonly institutionId: string;
  readonly authorizations: readonly string[];
}

/**
 * Returns a function that makes the cursors of a position in a list, one for each integration, so that deep pages need
 * no paging.
 */
export async function cursorMaker({ identityUrl, cursorKeys, institutionId, authorizations }: CursorSource) {
  const { rows } = await withClient({ connectionString: identityUrl }, (client) =>
    client.query<{ id: string; client_id: string }>('SELECT id, client_id FROM integrations'),
  );
  const idOf = new Map(rows.map((row) => [row.client_id, row.id]));
  const cursors = new Cursors({ keys: parseCursorKeys(cursorKeys), clock: systemClock });
  const integrationIds = authorizations.map((authorization) => {
    const [clientId = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
    return idOf.get(clientId) ?? '';
  });
  return (operation: string, position: CursorPosition): string[] =>
    integrationIds.map((integrationId) =>
      cursors.issue(position, { institutionId, integrationId, operation, filters: {} }),
    );
}
