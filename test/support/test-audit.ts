import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { type Audited, storedName } from '../../libraries/typed-sql/index.ts';
import type { TestSystem } from './test-system.ts';

/** An audit record as stored. */
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

/** An institution's state in the databases. */
export interface AuditState {
  /** All audit records, by service, in the order of writing. */
  readonly records: readonly AuditRow[];
  /** The revisions of all existing resources, by `resource id`, read from the resources themselves. */
  readonly revisions: ReadonlyMap<string, string>;
}

export async function auditStateOf({ databases }: TestSystem, institutionId: string): Promise<AuditState> {
  const ofEach = services.map(async ({ name, tables }) => {
    const texts = tables.flatMap(({ name: table, audited }) => (audited ? [revisionsOf(table, audited)] : []));
    return withClient({ connectionString: databases.url(name) }, async (client) => {
      const text = 'SELECT * FROM audit_log WHERE institution_id = $1 ORDER BY sequence';
      const { rows } = await client.query<AuditRow>(text, [institutionId]);
      const there = await client.query<{ key: string; revision: string }>(texts.join(' UNION ALL '), [institutionId]);
      return {
        records: rows.map((row) => ({ ...row, service: name })),
        revisions: there.rows.map(({ key, revision }) => [key, revision] as const),
      };
    });
  });
  const states = await Promise.all(ofEach);
  return {
    records: states.flatMap(({ records }) => records),
    revisions: new Map(states.flatMap(({ revisions }) => revisions)),
  };
}

function revisionsOf(table: string, { resource, tenant = 'institutionId', deleted }: Audited): string {
  return `SELECT '${resource} ' || id AS key, revision FROM ${table} WHERE ${storedName(tenant)} = $1
    ${deleted === undefined ? '' : `AND ${storedName(deleted)} IS NULL`}`;
}

/** A resource's versions before and after. */
export interface Change {
  readonly resource: string;
  readonly resource_id: string;
  readonly version_before: string | null;
  readonly version_after: string | null;
}

/** The changes `work` makes according to the resources themselves, and according to the audit. */
export async function watchChanges<T>(system: TestSystem, institutionId: string, work: () => Promise<T>) {
  const before = await auditStateOf(system, institutionId);
  const result = await work();
  const after = await auditStateOf(system, institutionId);
  const changes = [...new Set([...before.revisions.keys(), ...after.revisions.keys()])].flatMap((key): Change[] => {
    const [resource = '', resource_id = ''] = key.split(' ');
    const [version_before, version_after] = [before.revisions.get(key) ?? null, after.revisions.get(key) ?? null];
    return version_before === version_after ? [] : [{ resource, resource_id, version_before, version_after }];
  });
  const known = new Set(before.records.map(keyOf));
  const records = after.records.filter((record) => !known.has(keyOf(record)));
  return { result, changes: sorted(changes), records, recorded: sorted(records.map(changeOf)) };
}

/** The change an audit record describes. */
export function changeOf({ resource, resource_id, version_before, version_after }: AuditRow): Change {
  return { resource, resource_id, version_before, version_after };
}

function keyOf({ service, sequence }: AuditRow): string {
  return `${service} ${sequence}`;
}

function sorted(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => `${a.resource} ${a.resource_id}`.localeCompare(`${b.resource} ${b.resource_id}`));
}
