import { services } from '../../system/services.ts';
import { query } from './query.ts';
import type { TestSystem } from './test-system.ts';

/** An audit record as the databases keep it. */
export interface AuditRow {
  readonly service: string;
  readonly sequence: string;
  readonly recorded_at: Date;
  readonly actor: string;
  readonly actor_id: string | null;
  readonly on_behalf_of: string | null;
  readonly operation: string;
  readonly resource: string;
  readonly resource_id: string;
  readonly version_before: string | null;
  readonly version_after: string | null;
  readonly request_id: string;
}

/** All audit records of an institution, service by service, in the order of writing. */
export async function auditRecordsOf({ databases }: TestSystem, institutionId: string): Promise<AuditRow[]> {
  const ofEach = services.map(async ({ name }) => {
    const text = 'SELECT * FROM audit_log WHERE institution_id = $1 ORDER BY sequence';
    const rows = await query<AuditRow>(databases.url(name), text, [institutionId]);
    return rows.map((row) => ({ ...row, service: name }));
  });
  return (await Promise.all(ofEach)).flat();
}

/** The revisions of all resources of an institution that are there, by `resource id`, whatever the records say. */
export async function revisionsOf({ databases }: TestSystem, institutionId: string): Promise<Map<string, string>> {
  const ofEach = services.flatMap(({ name, audited }) =>
    Object.entries(audited).map(async ([table, { resource, institution = 'institution_id', deleted }]) => {
      const there = deleted === undefined ? '' : `AND ${deleted} IS NULL`;
      const text = `SELECT id, revision FROM ${table} WHERE ${institution} = $1 ${there}`;
      const rows = await query<{ id: string; revision: string }>(databases.url(name), text, [institutionId]);
      return rows.map(({ id, revision }) => [`${resource} ${id}`, revision] as const);
    }),
  );
  return new Map((await Promise.all(ofEach)).flat());
}
