import stringify from 'safe-stable-stringify';
import { callerOf, type Transport } from '../../platform/calls/caller.ts';
import { NO_DEADLINE } from '../../platform/core/call-scope.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Command, Plan, Subject } from './scenario.ts';
import type { World } from './world.ts';

/** Sends a command once, as an integrator does; returns its answer, or the refusal. */
export async function answerOf(command: Command, subject: Subject, replica: Transport): Promise<unknown> {
  const { key } = command;
  const idempotency = { key, fingerprint: key };
  const context = { actor: command.as(subject), requestId: key, deadline: NO_DEADLINE, idempotency };
  try {
    return await command.send(callerOf({ transportOf: () => replica }, context), subject);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Not the violations: where a constraint refuses, they do not name the field.
    const { code, extensions } = error;
    return { refused: code, extensions };
  }
}

export function codeOf(answer: unknown): string | undefined {
  return (answer as { readonly refused?: string } | undefined)?.refused;
}

/** A record with the events of its aggregate in their order, and the number of its audit records. */
export interface StoredRecord {
  readonly record: Readonly<Record<string, unknown>>;
  readonly events: readonly unknown[] | null;
  readonly changes: number;
}

/** All records of the run's institution. */
export function storedRecords(world: World, { service }: Plan, { actor }: Subject): Promise<StoredRecord[]> {
  return world.rows<StoredRecord>(service, RECORDS[service] ?? '', [actor.institutionId]);
}

/**
 * Answers and records as a text that is equal for equal outcomes: ids are numbered in the order in which they appear,
 * and secrets are all alike.
 */
export function outcomeText(answers: readonly unknown[], records: readonly StoredRecord[]): string {
  const numbers = new Map<string, number>();
  const text = textOf({ answers, records }).replace(SECRET, 'a secret');
  return text.replace(UUID, (id) => `#${numbers.getOrInsertComputed(id, () => numbers.size + 1)}`);
}

/** A value as a text that is equal for equal values. */
export function textOf(value: unknown): string {
  return stringify(value, (name, each) => (name === '$typeName' ? undefined : each)) ?? '';
}

export function planText({ state, commands }: Plan): string {
  return [state, ...commands.map(({ name, key }) => `${name} (${key})`)].filter(Boolean).join(', ');
}

const known = new Map<string, Promise<string>>();

/**
 * The commands of a plan, one after the other, in any order that keeps what was over before something else began: these
 * are the specification of what may happen at once. Returns null if the outcome of one of them is the given one, and
 * else the outcomes of all.
 * @param ended the order in which the commands were answered: the likeliest
 */
export async function unexplained(
  world: World,
  plan: Plan,
  text: string,
  ended: readonly number[],
  precedes: (one: number, other: number) => boolean,
): Promise<readonly string[] | null> {
  const outcomes = new Set<string>();
  for (const order of permutations(ended)) {
    const keepsTime = order.every((later, at) => order.slice(0, at).every((earlier) => !precedes(later, earlier)));
    if (!keepsTime) continue;
    const outcome = await known.getOrInsertComputed(`${plan.service} ${planText(plan)} ${order}`, () =>
      serialOutcome(world, plan, order),
    );
    if (outcome === text) return null;
    outcomes.add(outcome);
  }
  return [...outcomes];
}

async function serialOutcome(world: World, plan: Plan, order: readonly number[]): Promise<string> {
  const free = world.free(plan.service);
  const subject = await plan.prepare((actor) => world.freely(actor), free.runtime.ids.newId);
  const answers: unknown[] = [];
  for (const index of order) answers[index] = await answerOf(plan.commands[index] as Command, subject, free);
  return outcomeText(answers, await storedRecords(world, plan, subject));
}

/** All orders, the given one first. */
function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const first of items)
    for (const rest of permutations(items.filter((item) => item !== first))) yield [first, ...rest];
}

const withHistory = (
  table: string,
  aggregate: string,
  order: string,
  record = 'to_jsonb(r)',
) => `SELECT ${record} AS record,
  (SELECT jsonb_agg(jsonb_build_array(type, changed, resource_id) ORDER BY sequence) FROM outbox o
   WHERE o.institution_id = r.institution_id AND o.aggregate_id = r.${aggregate}::text) AS events,
  (SELECT count(*)::integer FROM audit_log a WHERE a.institution_id = r.institution_id AND a.resource_id = r.id) AS changes
  FROM ${table} r WHERE institution_id = $1 ORDER BY ${order}`;

const RECORDS: Readonly<Record<string, string>> = {
  timetracking: withHistory('time_records', 'user_id', 'start_time'),
  directory: withHistory('users', 'id', 'email_key'),
  identity: withHistory(
    'administrators',
    'id',
    'id',
    `to_jsonb(r) || jsonb_build_object(
      'sessions', (SELECT count(*) FROM administrator_sessions s WHERE s.institution_id = r.institution_id AND s.user_id = r.id),
      'links', (SELECT jsonb_agg(is_of_console ORDER BY is_of_console) FROM sign_in_links l
        WHERE l.institution_id = r.institution_id AND l.user_id = r.id),
      'counted', (SELECT administrators FROM administrator_counts c WHERE c.institution_id = r.institution_id))`,
  ),
  scheduling: withHistory(
    'appointments',
    'id',
    'title, id',
    `to_jsonb(r) || jsonb_build_object('bookings', (SELECT jsonb_agg(to_jsonb(b) ORDER BY room_id) FROM room_bookings b
      WHERE b.institution_id = r.institution_id AND b.appointment_id = r.id))`,
  ),
};
/** 32 random bytes in base64url, also as the end of a path. */
const SECRET = /(?<=["/])[A-Za-z0-9_-]{43}(?=["?])/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
