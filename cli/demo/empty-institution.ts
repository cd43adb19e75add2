import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import type { Database } from '../../platform/data/database.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { registered } from '../../platform/data/register.ts';
import { deleteRows } from '../../platform/process/deletion/delete-rows.ts';
import { underFreeze } from '../archive/under-freeze.ts';

interface Emptying {
  /** Of every service: its database, and the URL of it. */
  readonly databases: ReadonlyMap<string, Database>;
  readonly urls: readonly (readonly [service: string, url: string])[];
  readonly institutionId: string;
  /** Called before each service. */
  readonly onService: (name: string) => void;
}

/**
 * Deletes an institution's rows from all services while it is frozen, without audit records: for development systems
 * only. The institution itself and history stay: the audit log, the feed, and events that are not published yet.
 * Integrations that an operator has created stay, too: their credentials are in use by the person who tries the
 * platform out.
 */
export function emptyInstitution({ databases, urls, institutionId, onService }: Emptying): Promise<void> {
  return underFreeze({ databases, institutionId, ownUntil: null }, async () => {
    for (const [name, url] of urls) {
      onService(name);
      const own = services.find((service) => service.name === name)?.tables ?? [];
      const tables = [...platformTables, ...own].filter((table) => {
        const { belongsTo, isHistory } = registered(table);
        return !isHistory && 'institution' in belongsTo && belongsTo.institution !== 'id';
      });
      await withClient({ connectionString: url }, (client) =>
        deleteRows({ client, institutionId, tables, state: 'frozen', kept: KEPT, mayContinue: () => true }),
      );
    }
  });
}

const KEPT = { integrations: 'd.created_by IS NULL' };
