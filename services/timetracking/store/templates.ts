import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import type { RowOf } from '../../../platform/data/schema/table.ts';
import { findBy } from '../../../platform/data/statements/find-by.ts';
import { listRows } from '../../../platform/data/statements/page-query.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import type { TimestampTemplate } from '../../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { timestampTemplates } from './tables.ts';

/** The template of an id, or null when the institution has none. */
export async function findTemplate(db: Reader, actor: TenantActor, id: string): Promise<TimestampTemplate | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && templateMessage(row);
}

/** One more than the page holds, by position and id. */
export async function listTemplates(db: Reader, actor: TenantActor, after: Keyset): Promise<TimestampTemplate[]> {
  const rows = await db.rows(LIST, { institutionId: actor.institutionId, ...after });
  return rows.map(templateMessage);
}

function templateMessage(row: Pick<RowOf<typeof timestampTemplates>, (typeof SHOWN)[number]>): TimestampTemplate {
  return {
    $typeName: 'lyceum.timetracking.v1.TimestampTemplate',
    id: row.id,
    label: row.label,
    color: row.color ?? undefined,
    position: row.position,
  };
}

const SHOWN = ['id', 'label', 'color', 'position'] as const;

const BY_ID = findBy(timestampTemplates, ['institutionId', 'id'], SHOWN);
const LIST = listRows(timestampTemplates, 'list', { columns: SHOWN, order: 'position' });
