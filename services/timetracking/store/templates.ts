import type { TimestampTemplate } from '../../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';

interface TemplateRow {
  readonly id: string;
  readonly label: string;
  readonly color: string | null;
  readonly position: number;
}

/** The template of an id, or null when the institution has none. */
export async function findTemplate(db: Reader, actor: TenantActor, id: string): Promise<TimestampTemplate | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(FIND, [actor.institutionId, id]);
  return row && toTemplate(row);
}

/** One more than the page holds, by position and id. */
export async function listTemplates(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
): Promise<TimestampTemplate[]> {
  const rows = await db.rows<TemplateRow>(LIST, [actor.institutionId, sort, id, limit]);
  return rows.map(toTemplate);
}

function toTemplate({ id, label, color, position }: TemplateRow): TimestampTemplate {
  return { $typeName: 'lyceum.timetracking.v1.TimestampTemplate', id, label, color: color ?? undefined, position };
}

const FIND = pointRead<TemplateRow>(
  'templates_find',
  `SELECT k.n, t.id, t.label, t.color, t.position
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN timestamp_templates t ON t.institution_id = k.institution_id AND t.id = k.id`,
);

const LIST = statement(
  'templates_list',
  `SELECT id, label, color, position FROM timestamp_templates
   WHERE institution_id = $1 AND (position, id) > ($2::integer, $3) ORDER BY position, id LIMIT $4`,
);
