import type { Call } from '../../platform/calls/caller.ts';
import { monotonicMs } from '../../platform/core/clock.ts';
import type { Position } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import type { Mention } from '../../proto/gen/lyceum/common/v1/person_part_pb.ts';
import { PersonPartService as Curricula } from '../../proto/gen/lyceum/curricula/v1/person_part_pb.ts';
import { PersonPartService as Directory } from '../../proto/gen/lyceum/directory/v1/person_part_pb.ts';
import type { User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { PersonPartService as Identity } from '../../proto/gen/lyceum/identity/v1/person_part_pb.ts';
import { PersonPartService as Scheduling } from '../../proto/gen/lyceum/scheduling/v1/person_part_pb.ts';
import { PersonPartService as Timetracking } from '../../proto/gen/lyceum/timetracking/v1/person_part_pb.ts';
import { PersonPartService as Webhooks } from '../../proto/gen/lyceum/webhooks/v1/person_part_pb.ts';

/** What is stored of a person in a table. */
export interface Held {
  readonly service: string;
  readonly table: string;
  /** More than 10,000 of a table may be counted as 10,001. */
  readonly rows: number;
  /** What its columns say of the person, in words of the register. */
  readonly says: readonly string[];
}

/** What the erasure of a person is about. */
export interface ErasurePlan {
  readonly tables: readonly Held[];
  /** Records of others whose text may name the person, at most {@link MOST_MENTIONS} of each service. They are not touched. */
  readonly mentions: readonly Mention[];
  /** Whether all records were looked through. */
  readonly isComplete: boolean;
}

/**
 * Reads from all services what is stored of a person, and where else texts may name them.
 * @param forMs how long the texts of others are looked through at most
 */
export async function erasurePlan(call: Call, user: User, forMs: number): Promise<ErasurePlan> {
  const until = monotonicMs() + forMs;
  const parts = await Promise.all(Object.keys(PARTS).map((service) => partOf(call, service as Service, user, until)));
  return {
    tables: parts.flatMap(({ tables }) => tables),
    mentions: parts.flatMap(({ mentions }) => mentions),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

/** Whether what a table says in a word stays, as a figure of nobody. */
export function isFigure(word: string, { table }: Pick<Held, 'table'>, withHours: boolean): boolean {
  return word === 'work' && !(withHours && table === 'time_records');
}

async function partOf(call: Call, service: Service, user: User, until: number): Promise<ErasurePlan> {
  const { id: userId } = user;
  const texts = [user.name, user.email, user.code ?? ''].filter((text) => text.length >= SHORTEST_TEXT);
  const tables = new Map<string, Held>();
  const mentions: Mention[] = [];
  let after: Position | undefined;
  do {
    const part = await call(PARTS[service], { userId, texts, ...(after && { after }) });
    for (const { table, rows, says } of part.tables)
      tables.set(table, { service, table, says, rows: Number(rows) + (tables.get(table)?.rows ?? 0) });
    mentions.push(...part.mentions);
    after = part.next;
  } while (after && mentions.length < MOST_MENTIONS && monotonicMs() < until);
  return {
    tables: [...tables.values()],
    mentions: mentions.slice(0, MOST_MENTIONS),
    isComplete: !after && mentions.length <= MOST_MENTIONS,
  };
}

type Service = keyof typeof PARTS;

const PARTS = {
  directory: Directory.method.describePerson,
  identity: Identity.method.describePerson,
  scheduling: Scheduling.method.describePerson,
  curricula: Curricula.method.describePerson,
  timetracking: Timetracking.method.describePerson,
  webhooks: Webhooks.method.describePerson,
};

const MOST_MENTIONS = 100;
/** A shorter code is in many texts that are about something else. */
const SHORTEST_TEXT = 3;
