import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { findBy, listRows } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type TimestampTemplate,
  TimestampTemplateSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { timestampTemplates } from './tables.ts';

/** The template with an id, or null if the institution has none. */
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

const templateMessage = messageWriter(TimestampTemplateSchema);

const SHOWN = ['id', 'label', 'color', 'position'] as const;

const BY_ID = findBy(timestampTemplates, ['institutionId', 'id'], SHOWN);
const LIST = listRows(timestampTemplates, 'list', { columns: SHOWN, order: 'position' });
